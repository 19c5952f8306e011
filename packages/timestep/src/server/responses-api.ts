import type { ResponseStore } from '../responses/index.ts';
import type { Agent } from './agent.ts';
import { serve, type ServeOptions, type Serving } from './serve.ts';

export interface ResponsesAPIOptions {
  readonly agents: readonly Agent[];
  /** Keeps responses that callers may retrieve or continue. Default: in memory, bounded. */
  readonly store?: ResponseStore;
}

/** OpenAI's Responses API over agents: `model` names the agent. */
export class ResponsesAPI {
  readonly #options: ResponsesAPIOptions;

  constructor(options: ResponsesAPIOptions) {
    this.#options = options;
  }

  /** Serves `/v1` alone. Port 9999 and loopback unless told otherwise. */
  start(options: Omit<ServeOptions, 'agents' | 'protocols'> = {}): Promise<Serving> {
    const { agents, store } = this.#options;
    return serve({
      ...options,
      agents,
      protocols: ['responses'],
      ...(store && { responseStore: store }),
    });
  }
}
