import type { Agent } from './agent.ts';
import { serve, type Serving } from './serve.ts';
import type { ServeOptions } from './serve-options.ts';

/** The agents that OpenAI Responses reaches, by `model`. */
export interface ResponsesAPIOptions {
  readonly agents: readonly Agent[];
}

/** OpenAI's Responses API over agents: `model` names the agent. */
export class ResponsesAPI {
  readonly #options: ResponsesAPIOptions;

  constructor(options: ResponsesAPIOptions) {
    this.#options = options;
  }

  /** Serves `/v1` alone. Port 9999 and loopback unless told otherwise. */
  start(options: Omit<ServeOptions, 'agents' | 'protocols'> = {}): Promise<Serving> {
    return serve({ ...options, agents: this.#options.agents, protocols: ['responses'] });
  }
}
