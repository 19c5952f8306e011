import type { ToolSite } from '../../core/index.ts';
import type { Authenticate, ReadJson } from '../../http/index.ts';
import type { Clock, ResponseStore, Runner } from '../../port/index.ts';

/** An agent that can be asked for as a `model`. */
export interface ResponsesAgent {
  readonly name: string;
  /** The `server_label` of its tools' calls; its name unless given. */
  readonly serverLabel?: string;
}

/** The agents behind OpenAI Responses, the runner of their tasks, and where responses are kept. */
export interface ResponsesOptions {
  readonly runner: Runner;
  /**
   * Runs what is not to be stored (`store: false`), so that its words are written nowhere. Default
   * `runner`, which then erases them at the end of the response.
   */
  readonly unstoredRunner?: Runner;
  readonly agents: readonly ResponsesAgent[];
  /** Default: in memory, with the bounds of `createMemoryResponseStore`. */
  readonly store?: ResponseStore;
  /**
   * Who sends a request. Whoever it gives no name, not even an empty one, is refused. Default:
   * everybody is the same.
   */
  readonly principalOf?: Authenticate;
  /**
   * Who runs the agents' own tools for callers of this API; functions that a caller declares are the
   * caller's in any case. Default: as each agent is served. Where that is `client`, calls of tools that
   * nobody declared are left to the caller as function calls too.
   */
  readonly toolSite?: ToolSite;
  /**
   * How often to look for responses that a process has left unfinished, and how long a task must have
   * been over before another process ends its response. Default every 10 000 ms.
   */
  readonly sweepMs?: number;
  readonly newId?: () => string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads bodies; shared by all that counts against one bound of unfinished ones. */
  readonly readJson?: ReadJson;
  /** A streaming client hears something at least this often. */
  readonly heartbeatMs?: number;
  /** Told of defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}
