import type { Readable } from 'node:stream';

/** In milliseconds. */
const TIMEOUT_MS = 500;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads and discards an unread body before the response is sent. A connection that is closed while
 * bytes arrive is reset, and the response may be lost (RFC 9112, section 9.6).
 */
export function dropUnreadBody(
  incoming: Readable & { readonly complete: boolean },
): Promise<void> | undefined {
  if (incoming.complete || incoming.readableFlowing !== null) return undefined;
  return discardBody(incoming);
}

async function discardBody(incoming: Readable): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) arrived.resolve();
  };
  const patience = setTimeout(arrived.resolve, TIMEOUT_MS);
  incoming.on('data', count).once('end', arrived.resolve).once('close', arrived.resolve);
  await arrived.promise;
  clearTimeout(patience);
  incoming.off('data', count).off('end', arrived.resolve).off('close', arrived.resolve);
}
