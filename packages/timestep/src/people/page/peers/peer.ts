import type { ExchangeRecorder } from './record-exchanges.ts';

/** What an operator entered to connect to a server or an agent by URL. Credentials are kept only in memory. */
export interface PeerTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Credentials by the name of a security scheme of an agent card. */
  readonly credentials: Readonly<Record<string, string>>;
}

/**
 * What a connection to an MCP server or A2A agent needs: its target, a recorder of messages, and a signal
 * that closes it.
 */
export interface PeerLink {
  readonly target: PeerTarget;
  readonly recorder: ExchangeRecorder;
  readonly signal: AbortSignal;
}
