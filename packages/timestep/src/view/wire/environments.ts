import type { JsonObject } from '../../core/index.ts';
import type {
  InternalTools,
  ServerDescription,
  ServerStatus,
  SwitchChange,
} from '../../port/index.ts';

/** The MCP servers of all agents that are served. */
export interface EnvironmentList {
  readonly agents: readonly EnvironmentAgent[];
}

/** An agent with its servers. */
export interface EnvironmentAgent {
  readonly agentId: string;
  readonly name: string;
  readonly servers: readonly ServerStatus[];
  /** By which it reads and changes itself. */
  readonly internal: readonly InternalTools[];
  /** Why its servers are not known; absent where they are. */
  readonly why?: string;
}

/** One server: how it is, and how it is described. */
export interface EnvironmentServer {
  readonly status: ServerStatus;
  readonly config: ServerDescription;
}

/** A request with its answer, or a message that has none, without their contents. */
export interface ExchangeLine {
  /** That of the message which begins it. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly connection: number;
  readonly method: string;
  /** What is called or read, where the message names it. */
  readonly subject?: string;
  /** True: begun from here; false: by the server. */
  readonly isSent: boolean;
  /** `open`: without an answer so far; `notice`: there will be none. */
  readonly state: 'open' | 'answered' | 'failed' | 'notice';
  readonly tookMs?: number;
}

/** A request with its answer, as they were sent; long ones are cut, and secrets are masked. */
export interface Exchange extends ExchangeLine {
  readonly request: JsonObject;
  readonly response?: JsonObject;
  readonly isCut: boolean;
}

/** A change that was planned, which is written if the file is still what it was then. */
export interface SwitchOrder {
  readonly change: SwitchChange;
  readonly version: string;
}
