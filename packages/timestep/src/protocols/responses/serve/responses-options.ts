import type { TextFormat, ToolLocation } from '#core';
import type { Authenticate, ReadBytes, ReadJson } from '#protocols/http';
import type { Clock, FileStore, ResponseStore, Runner, SessionStore } from '#engine/port';
import type { ResponsesPrompt } from '../read/read-prompt.ts';

/** An agent, which callers name in the field `model`. */
export interface ResponsesAgent {
  readonly name: string;
  /** Value of `server_label` in the agent's tool calls. Default: `name`. */
  readonly serverLabel?: string;
  readonly prompts?: ResponsesPrompts;
  /** Output format for requests that set none. Default: text. */
  readonly outputFormat?: TextFormat;
}

/** Prompt templates of an agent, by name. */
export interface ResponsesPrompts {
  /** Version of the prompt template. Requests cannot name any other version. */
  readonly version: string;
  get(name: string): ResponsesPrompt | undefined;
}

/** The served agents, which may change. */
export interface ResponsesAgents {
  names(): readonly string[];
  /** Returns an agent in constant time. */
  get(name: string): ResponsesAgent | undefined;
}

/** Options of the OpenAI Responses handler. */
export interface ResponsesOptions {
  readonly runner: Runner;
  /** Runner of responses with `store: false`. Default: `runner`, which erases their tasks. */
  readonly unstoredRunner?: Runner;
  readonly agents: readonly ResponsesAgent[] | ResponsesAgents;
  /** Store of responses. Default: `createMemoryResponseStore` with its default limits. */
  readonly store?: ResponseStore;
  /** Store of conversations. Default: in memory. */
  readonly sessions?: SessionStore;
  /** Store of uploaded files. Default: in memory. */
  readonly files?: FileStore;
  /**
   * Returns the name of the caller; without a name, the request is rejected. Default: all callers share one name.
   */
  readonly principalOf?: Authenticate;
  /**
   * Where the agents' own tools run. With `client`, the caller also receives calls of tools that it did not
   * declare. Default: as each agent is served. Functions that a caller declares always run at the caller.
   */
  readonly toolSite?: ToolLocation;
  /** Milliseconds between searches for unfinished responses. Default: 10 000. */
  readonly sweepMs?: number;
  /** Maximum duration of a WebSocket in milliseconds. Default: one hour, as specified. */
  readonly socketMs?: number;
  readonly newId?: () => string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads request bodies. Handlers that share this reader also share its limit of unfinished bodies. */
  readonly readJson?: ReadJson;
  /** Reads uploaded files, within the same limit of bytes as `readJson`. */
  readonly readBytes?: ReadBytes;
  /** Milliseconds of silence after which a stream sends a heartbeat. */
  readonly heartbeatMs?: number;
  /** Callback for unexpected errors, which callers see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}
