import type { Client } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../core/index.ts';
import type { ServerProtocol } from '../../port/index.ts';
import type { LinkMessage } from './message-watch.ts';

/** What becomes of a connection to a server. */
export type LinkChange =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly protocol?: ServerProtocol }
  | { readonly state: 'failed'; readonly error: unknown }
  /** The server has closed it, or its process has ended; the next use connects again. */
  | { readonly state: 'lost' };

/** A message that a server sends to be logged (MCP, `notifications/message`). */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** Who hears what happens at a connection beside its calls. */
export interface LinkWatch {
  readonly onLink?: (change: LinkChange) => void;
  /** Receives what a command writes to standard error, as it comes, in place of this process's own. */
  readonly onStderr?: (text: string) => void;
  readonly onLog?: (message: LogMessage) => void;
  /** Receives every message of JSON-RPC, also those by which the connection is made. */
  readonly onMessage?: (message: LinkMessage) => void;
}

/** Says what becomes of an attempt to connect. */
export async function watched<T>(
  connecting: () => Promise<T>,
  onLink: LinkWatch['onLink'],
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

/** What a client that is connected has agreed on with its server. */
export function protocolOf(client: Client): ServerProtocol | undefined {
  const era = client.getProtocolEra();
  const revision = client.getNegotiatedProtocolVersion();
  if (era === undefined || revision === undefined) return undefined;
  const said = client.getServerVersion();
  const server = said && { name: said.name, version: said.version };
  return { era, revision, ...(server && { server }) };
}
