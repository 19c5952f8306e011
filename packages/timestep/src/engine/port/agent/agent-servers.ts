/** The MCP servers of an agent: their status, logs and restarts. */
export interface AgentServers {
  /** Lists the servers in the order of the agent's files, disabled servers last. */
  list(): readonly ServerStatus[];
  /**
   * Pings a server, connecting first. Resolves to the round-trip time, or to the reason if the
   * server does not respond.
   */
  ping(name: string, options?: PingOptions): Promise<ServerPing>;
  /** Returns the server's last log lines, oldest first. Throws if there is no such server. */
  readLog(name: string): readonly ServerLine[];
  /** Rereads the files and reconnects one or all servers. Running calls continue. */
  reload(name?: string): Promise<readonly ServerStatus[]>;
}

/** Options of a ping. */
export interface PingOptions {
  /** Milliseconds after which a ping without an answer fails. Default: 5000. */
  readonly timeoutMs?: number;
}

/**
 * `idle`: no task has needed the server yet. `failed`: it stopped; its tools stay listed, and calls
 * reconnect. `left-out`: it never connected, so its tools are missing. `disabled`: turned off in
 * its file.
 */
export type ServerState = 'idle' | 'connecting' | 'connected' | 'failed' | 'left-out' | 'disabled';

/** Current and past status of a server. Contains no address, command or secret. */
export interface ServerStatus {
  readonly name: string;
  /**
   * How the server is reached: local process, URL, or inside this process. Undefined if disabled.
   */
  readonly kind?: 'command' | 'address' | 'inner';
  readonly state: ServerState;
  /** Time of the last state change in ms since the epoch. Undefined before connecting. */
  readonly since?: number;
  readonly protocol?: ServerProtocol;
  /** Number of tools that the server last listed, including tools that the agent does not use. */
  readonly tools: number;
  readonly malformedTools: readonly string[];
  /** Last failure, retained after the server recovers. */
  readonly lastError?: ServerFailure;
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
  /** Time of the failure in milliseconds since the epoch. */
  readonly at: number;
  readonly why: string;
  /** The last output of the server's process before it ended, with secrets masked. */
  readonly lastWords?: string;
}

/** Response time of a server, or the reason for no response. */
export type ServerPing = ServerFailure | { readonly at: number; readonly roundTripMs: number };

/** A log line of a server, with secrets masked and cursor control characters removed. */
export interface ServerLine {
  /** Time of the log line in milliseconds since the epoch. */
  readonly at: number;
  /** Source of the line: standard error or an MCP log message. */
  readonly from: 'stderr' | 'message';
  /** Severity that the server reports. Only for MCP messages. */
  readonly level?: string;
  readonly text: string;
}
