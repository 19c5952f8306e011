import type { ToolSite } from '../../core/index.ts';
import type { Authenticate, ReadBytes, ReadJson } from '../../http/index.ts';
import type { Clock, FileStore, ResponseStore, Runner, SessionStore } from '../../port/index.ts';
import type { ResponsesPrompt } from '../read/prompt.ts';

/** An agent that callers can name as a `model`. */
export interface ResponsesAgent {
  readonly name: string;
  /** The `server_label` of its tools' calls. Default: `name`. */
  readonly serverLabel?: string;
  /** The prompts that requests may name (`prompt`). */
  readonly prompts?: ResponsesPrompts;
}

/** The prompts of one agent, by name, as they are now. */
export interface ResponsesPrompts {
  /** The only version that can be asked for. */
  readonly version: string;
  get(name: string): ResponsesPrompt | undefined;
}

/** Agents that may change while they are served. */
export interface ResponsesAgents {
  names(): readonly string[];
  /** In constant time. */
  get(name: string): ResponsesAgent | undefined;
}

/** The agents behind OpenAI Responses, the runner of their tasks, and where responses are kept. */
export interface ResponsesOptions {
  readonly runner: Runner;
  /**
   * Runs unstored responses (`store: false`), so that their texts are written nowhere. Default
   * `runner`, which then erases them at the end of the response.
   */
  readonly unstoredRunner?: Runner;
  readonly agents: readonly ResponsesAgent[] | ResponsesAgents;
  /** Default: in memory, with the bounds of `createMemoryResponseStore`. */
  readonly store?: ResponseStore;
  /** Where conversations are kept, beside the tasks that are their turns. Default: in memory. */
  readonly sessions?: SessionStore;
  /** Where files that callers upload are kept. Default: in memory. */
  readonly files?: FileStore;
  /**
   * Finds the sender of a request. A request is refused where this returns no name; an empty name
   * is a name. Default: all callers have the same, empty name.
   */
  readonly principalOf?: Authenticate;
  /**
   * Where the agents' own tools run for callers of this API; functions that a caller declares
   * always run at the caller. Default: as each agent is served. Where that is `client`, the caller
   * receives calls of tools that it did not declare as function calls, too.
   */
  readonly toolSite?: ToolSite;
  /**
   * How often to look for responses that a process has left unfinished, and how long a task must have
   * been over before another process ends its response. Default every 10 000 ms.
   */
  readonly sweepMs?: number;
  /** Milliseconds that a WebSocket may last. Default an hour, as the specification says. */
  readonly socketMs?: number;
  readonly newId?: () => string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads bodies; servers that share it share one bound of unfinished bodies. */
  readonly readJson?: ReadJson;
  /** Reads uploads, within the bounds of the same server. */
  readonly readBytes?: ReadBytes;
  /** Milliseconds after which a streaming client receives a sign of life where nothing happens. */
  readonly heartbeatMs?: number;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}
