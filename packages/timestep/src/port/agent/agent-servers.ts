/** The MCP servers of an agent: their status, logs and restarts. */
export interface AgentServers {
  /** Lists the servers in the order of the agent's files, disabled servers last. */
  list(): readonly ServerStatus[];
  /**
   * Pings a server, connecting first if necessary. No response is a result, not an error. Rejects
   * if the agent has no such server.
   */
  ping(name: string, options?: PingOptions): Promise<ServerPing>;
  /** Returns the server's last log lines, oldest first. Throws if there is no such server. */
  readLog(name: string): readonly ServerLine[];
  /**
   * Rereads the agent's files, closes the connections of one or all servers and reconnects. A
   * running call is not interrupted: its connection closes when it ends. Rejects if there is no
   * such server.
   */
  reload(name?: string): Promise<readonly ServerStatus[]>;
}

/** Options of a ping. */
export interface PingOptions {
  /** Timeout in milliseconds. Default: 5000. */
  readonly timeoutMs?: number;
}

/**
 * State of a server. `idle`: not connected, because no task has needed it. `failed`: it was
 * connected before; its tools stay known and calls retry the connection. `left-out`: it was never
 * connected, so its tools are missing. `disabled`: turned off in its file.
 */
export type ServerState = 'idle' | 'connecting' | 'connected' | 'failed' | 'left-out' | 'disabled';

/** Current and past status of a server. Contains no address, command or secret. */
export interface ServerStatus {
  readonly name: string;
  /**
   * How the server runs: as a local process, at a URL, or inside this process. Undefined if it is
   * disabled.
   */
  readonly kind?: 'command' | 'address' | 'inner';
  readonly state: ServerState;
  /**
   * Start of the current state in milliseconds since the epoch. Undefined before the first
   * connection.
   */
  readonly since?: number;
  /** Protocol version that the newest connection negotiated. */
  readonly protocol?: ServerProtocol;
  /** Number of tools in the newest list, including tools that the agent does not use. */
  readonly tools: number;
  /** Names of tools that are omitted because their definitions are invalid. */
  readonly malformedTools: readonly string[];
  /** Last failure, retained after the server recovers. */
  readonly lastError?: ServerFailure;
  /** Last ping on the current connection. */
  readonly lastPing?: ServerPing;
}

/** Negotiated MCP revision, and the name and version of the server. */
export interface ServerProtocol {
  /** `legacy`: uses a session opened by a handshake, as in the revisions of 2025. */
  readonly era: 'modern' | 'legacy';
  /** MCP revision, such as `2025-11-25`. */
  readonly revision: string;
  readonly server?: { readonly name: string; readonly version: string };
}

/** Time and reason of a server failure. */
export interface ServerFailure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly why: string;
}

/** Response time of a server, or the reason for no response. */
export type ServerPing = ServerFailure | { readonly at: number; readonly roundTripMs: number };

/** A log line of a server, with secrets masked and cursor control characters removed. */
export interface ServerLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Source of the line: standard error or an MCP log message. */
  readonly from: 'stderr' | 'message';
  /** Severity that the server reports. Only for MCP messages. */
  readonly level?: string;
  readonly text: string;
}
