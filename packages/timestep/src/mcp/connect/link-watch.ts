import type { JsonValue } from '../../core/index.ts';

/** What becomes of a connection to a server. */
export type LinkChange =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected' }
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
}

/** Says what becomes of an attempt to connect. */
export async function watched<T>(
  connecting: () => Promise<T>,
  onLink: LinkWatch['onLink'],
): Promise<T> {
  onLink?.({ state: 'connecting' });
  try {
    const connected = await connecting();
    onLink?.({ state: 'connected' });
    return connected;
  } catch (error) {
    onLink?.({ state: 'failed', error });
    throw error;
  }
}
