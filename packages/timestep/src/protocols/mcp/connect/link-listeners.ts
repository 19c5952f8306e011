import type { Client } from '@modelcontextprotocol/client';
import type { JsonValue } from '#core';
import type { ServerProtocol } from '#engine/port';
import type { LinkMessage } from './transport-messages.ts';

/** A change of the state of an MCP connection. */
export type LinkChange =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly protocol?: ServerProtocol }
  | { readonly state: 'failed'; readonly error: unknown }
  /** The server closed the connection, or its process exited. The next use reconnects. */
  | { readonly state: 'lost' };

/** A log message from a server (MCP, `notifications/message`). */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** Callbacks for events of a connection. */
export interface LinkListeners {
  readonly onLink?: (change: LinkChange) => void;
  /** Receives standard error of the server's command. Default: this process's standard error. */
  readonly onStderr?: (text: string) => void;
  readonly onLog?: (message: LogMessage) => void;
  /** Receives every JSON-RPC message, including the handshake. */
  readonly onMessage?: (message: LinkMessage) => void;
}

export async function connectAndReport<T>(
  connecting: () => Promise<T>,
  onLink: LinkListeners['onLink'],
  agreedOn: (connected: T) => ServerProtocol | undefined = () => undefined,
): Promise<T> {
  onLink?.({ state: 'connecting' });
  try {
    const connected = await connecting();
    const protocol = agreedOn(connected);
    onLink?.({ state: 'connected', ...(protocol && { protocol }) });
    return connected;
  } catch (error) {
    onLink?.({ state: 'failed', error });
    throw error;
  }
}

export function getServerProtocol(client: Client): ServerProtocol | undefined {
  const era = client.getProtocolEra();
  const revision = client.getNegotiatedProtocolVersion();
  if (era === undefined || revision === undefined) return undefined;
  const said = client.getServerVersion();
  const server = said && { name: said.name, version: said.version };
  return { era, revision, ...(server && { server }) };
}
