import type { JsonObject } from '#core';
import type { InternalTools, ServerDescription, ServerStatus, SwitchChange } from '#engine/port';

/** The MCP servers of all served agents. */
export interface EnvironmentList {
  readonly agents: readonly EnvironmentAgent[];
}

/** An agent with its MCP servers. */
export interface EnvironmentAgent {
  readonly agentId: string;
  readonly name: string;
  readonly servers: readonly ServerStatus[];
  /** Built-in tools with which the agent reads and changes its own files. */
  readonly internal: readonly InternalTools[];
  /** Reason why the agent's servers are unknown; undefined if they are known. */
  readonly why?: string;
}

/** The status and the configuration of one MCP server. */
export interface EnvironmentServer {
  readonly status: ServerStatus;
  readonly config: ServerDescription;
}

/** A request with its response, or a notification, without the contents of the messages. */
export interface ExchangeListItem {
  /** Number of the exchange's first message among the messages of the connection. */
  readonly number: number;
  /** Time of the exchange in milliseconds since the epoch. */
  readonly at: number;
  readonly connection: number;
  readonly method: string;
  /** Name of the tool, prompt or resource that the message refers to. */
  readonly subject?: string;
  /** Whether the client sent the first message of the exchange; false if the server did. */
  readonly isSent: boolean;
  /** State of the exchange. `open`: no response yet. `notice`: a notification without response. */
  readonly state: 'open' | 'answered' | 'failed' | 'notice';
  readonly tookMs?: number;
}

/** A request with its response. Long contents are truncated, and secrets are masked. */
export interface Exchange extends ExchangeListItem {
  readonly request: JsonObject;
  readonly response?: JsonObject;
  readonly isCut: boolean;
}

/** A planned configuration change, which is only written if the file still has this version. */
export interface SwitchRequest {
  readonly change: SwitchChange;
  readonly version: string;
}
