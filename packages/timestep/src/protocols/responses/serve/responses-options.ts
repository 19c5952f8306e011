import type { TextFormat, ToolSite } from '../../../core/index.ts';
import type { Authenticate, ReadBytes, ReadJson } from '../../http/index.ts';
import type {
  Clock,
  FileStore,
  ResponseStore,
  Runner,
  SessionStore,
} from '../../../engine/port/index.ts';
import type { ResponsesPrompt } from '../read/read-prompt.ts';

/** An agent that callers can name as `model`. */
export interface ResponsesAgent {
  readonly name: string;
  /** `server_label` of the calls of its tools. Default: `name`. */
  readonly serverLabel?: string;
  /** Prompt templates that requests can name (`prompt`). */
  readonly prompts?: ResponsesPrompts;
  /** Format of the agent's answers, for requests without a format. Default: text. */
  readonly outputFormat?: TextFormat;
}

/** Prompt templates of one agent in their current state, by name. */
export interface ResponsesPrompts {
  /** Version of all prompts. Requests cannot name any other version. */
  readonly version: string;
  get(name: string): ResponsesPrompt | undefined;
}

/** The served agents, which may change at any time. */
export interface ResponsesAgents {
  names(): readonly string[];
  /** Finds an agent by name in constant time. */
  get(name: string): ResponsesAgent | undefined;
}

/** Options of the OpenAI Responses handler: agents, the runner of their tasks, and stores. */
export interface ResponsesOptions {
  readonly runner: Runner;
  /**
   * Runs unstored responses (`store: false`), so that their texts are written nowhere. Default:
   * `runner`; their tasks are then erased at the end of the response.
   */
  readonly unstoredRunner?: Runner;
  readonly agents: readonly ResponsesAgent[] | ResponsesAgents;
  /** Store of responses. Default: `createMemoryResponseStore` with its default limits. */
  readonly store?: ResponseStore;
  /** Store of conversations, whose turns are tasks of the runner. Default: in memory. */
  readonly sessions?: SessionStore;
  /** Store of uploaded files. Default: in memory. */
  readonly files?: FileStore;
  /**
   * Authenticates a request. Requests are rejected if it returns no name; an empty string is a
   * valid name. Default: all callers share the empty name.
   */
  readonly principalOf?: Authenticate;
  /**
   * Where the agents' own tools execute for callers of this API. Default: as each agent is served.
   * With `client`, the caller receives calls of undeclared tools as function calls too. Functions
   * that a caller declares always execute at the caller.
   */
  readonly toolSite?: ToolSite;
  /**
   * Interval in milliseconds between searches for responses that a stopped process has left
   * unfinished, and the minimum time since their task ended. Default 10 000.
   */
  readonly sweepMs?: number;
  /**
   * Maximum duration of a WebSocket connection in milliseconds. Default one hour, as the
   * specification says.
   */
  readonly socketMs?: number;
  readonly newId?: () => string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads JSON bodies. Servers that share it also share its limit on unfinished bodies. */
  readonly readJson?: ReadJson;
  /** Reads bodies of uploads, within the same limit as `readJson`. */
  readonly readBytes?: ReadBytes;
  /** Milliseconds without an event after which a streaming client receives a heartbeat. */
  readonly heartbeatMs?: number;
  /** Receives unexpected errors, which callers see only as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}
