/** The MCP servers of an agent: how they are, what they have said, and starting them anew. */
export interface AgentServers {
  /** In the order of the agent's files, those that are switched off at the end. */
  list(): readonly ServerStatus[];
  /**
   * Asks a server for a sign of life, and connects where it is not connected. A server that does not
   * answer is an outcome. Rejects where the agent has no such server.
   */
  ping(name: string, options?: PingOptions): Promise<ServerPing>;
  /** The last lines that a server has said, the oldest first. Throws where there is no such server. */
  log(name: string): readonly ServerLine[];
  /**
   * Reads the agent's files, ends the connection of one server or of all, and connects again. A call
   * that is being made is not cut off: its connection ends after it. Rejects where there is no such
   * server.
   */
  reload(name?: string): Promise<readonly ServerStatus[]>;
}

/** How long the answer to a ping is waited for. */
export interface PingOptions {
  /** Milliseconds; default 5000. */
  readonly timeoutMs?: number;
}

/**
 * How a server is. `idle`: not connected, as no task has needed it. `failed`: it was there before, its
 * tools stay known, and calls try it again. `left-out`: it has not been there, so that its tools are
 * missing. `disabled`: its file switches it off.
 */
export type ServerState = 'idle' | 'connecting' | 'connected' | 'failed' | 'left-out' | 'disabled';

/** How a server is, and how it was. Nothing here holds an address, a command or a secret. */
export interface ServerStatus {
  readonly name: string;
  /** A process of this machine, a server at an address, or in this process; absent of one that is switched off. */
  readonly kind?: 'command' | 'address' | 'inner';
  readonly state: ServerState;
  /** When it came into this state, in milliseconds since the epoch; absent before its first connection. */
  readonly since?: number;
  /** What the newest connection has agreed on. */
  readonly protocol?: ServerProtocol;
  /** Tools of the newest list, whether the agent has them or not. */
  readonly tools: number;
  /** Tools that are left out, because their definitions cannot be used. */
  readonly malformedTools: readonly string[];
  /** Kept after the server is there again. */
  readonly lastError?: ServerFailure;
  /** Of this connection. */
  readonly lastPing?: ServerPing;
}

/** The revision of MCP that is spoken with a server, and who the server says it is. */
export interface ServerProtocol {
  /** `legacy`: with a session that a handshake opens, as in the revisions of 2025. */
  readonly era: 'modern' | 'legacy';
  /** As `2025-11-25`. */
  readonly revision: string;
  readonly server?: { readonly name: string; readonly version: string };
}

/** Why a server could not be used, and when. */
export interface ServerFailure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly why: string;
}

/** How long a server took to answer, or why it did not. */
export type ServerPing = ServerFailure | { readonly at: number; readonly roundTripMs: number };

/** A line that a server has said, with secrets masked and without characters that move a cursor. */
export interface ServerLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Written to standard error, or sent as a message over MCP. */
  readonly from: 'stderr' | 'message';
  /** What the server says of how much it matters; only of messages. */
  readonly level?: string;
  readonly text: string;
}
