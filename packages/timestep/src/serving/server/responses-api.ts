import type { Agent } from './agent/agent.ts';
import { serve } from './lazy-serve.ts';
import type { Serving } from './serve.ts';
import type { ServeOptions } from './serve-options.ts';

/** The agents that callers select with `model`. */
export interface ResponsesAPIOptions {
  readonly agents: readonly Agent[];
}

/** A server of OpenAI's Responses API for several agents: `model` names the agent. */
export class ResponsesAPI {
  readonly #options: ResponsesAPIOptions;

  constructor(options: ResponsesAPIOptions) {
    this.#options = options;
  }

  /** Serves `/v1` only, by default at port 9999 on loopback. */
  start(options: Omit<ServeOptions, 'agents' | 'protocols'> = {}): Promise<Serving> {
    return serve({ ...options, agents: this.#options.agents, protocols: ['responses'] });
  }
}
