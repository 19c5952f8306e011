import type { Authenticate, ReadJson } from '../../http/index.ts';
import type { Clock, Runner } from '../../port/index.ts';
import type { ResponseStore } from '../store/response-store.ts';
import type { ExecuteTools } from './execute-calls.ts';

/** An agent that can be asked for as a `model`. */
export interface ResponsesAgent {
  readonly name: string;
  /** The `server_label` of its tools' calls; its name unless given. */
  readonly serverLabel?: string;
}

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
   * Runs the tools of agents whose tool site is the client. Without it such calls are left to the
   * caller as function calls, declared or not.
   */
  readonly executeTools?: ExecuteTools;
  /**
   * How long responses of a process that is gone stay its own, where the store is shared. Default 10
   * seconds.
   */
  readonly leaseMs?: number;
  readonly newId?: () => string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads bodies; shared by all that counts against one bound of unfinished ones. */
  readonly readJson?: ReadJson;
  /** A streaming client hears something at least this often. */
  readonly heartbeatMs?: number;
  /** Told of defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}
