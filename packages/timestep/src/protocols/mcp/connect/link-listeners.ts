import { omitUndefined, type JsonValue } from '#core';
import type { ServerProtocol } from '#engine/port';
import type { McpError } from '../mcp-error.ts';
import type { Link } from './open-link.ts';
import type { LinkMessage } from './transport-messages.ts';

/** A change of the state of an MCP connection. */
export type LinkChange =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly protocol?: ServerProtocol }
  | { readonly state: 'failed'; readonly error: unknown }
  /** The server closed the connection, or its process exited (`error`). The next use reconnects. */
  | { readonly state: 'lost'; readonly error?: McpError };

/** A log message from a server (MCP, `notifications/message`). */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** Callbacks for events of a connection to an MCP server. */
export interface LinkListeners {
  readonly onLink?: (change: LinkChange) => void;
  /**
   * Called with standard error output of the server's command. Default: written to this process's standard error.
   */
  readonly onStderr?: (text: string) => void;
  readonly onLog?: (message: LogMessage) => void;
  /** Called with every JSON-RPC message, including the handshake. */
  readonly onMessage?: (message: LinkMessage) => void;
}

export async function connectAndReportState(
  connecting: () => Promise<Link>,
  onLink: LinkListeners['onLink'],
): Promise<Link> {
  onLink?.({ state: 'connecting' });
  try {
    const link = await connecting();
    onLink?.(omitUndefined({ state: 'connected', protocol: getServerProtocol(link) } as const));
    return link;
  } catch (error) {
    onLink?.({ state: 'failed', error });
    throw error;
  }
}

function getServerProtocol({ client }: Link): ServerProtocol | undefined {
  const era = client.getProtocolEra();
  const revision = client.getNegotiatedProtocolVersion();
  if (era === undefined || revision === undefined) return undefined;
  const said = client.getServerVersion();
  const server = said && { name: said.name, version: said.version };
  return omitUndefined({ era, revision, server });
}
