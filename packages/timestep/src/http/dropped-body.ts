import type { Readable } from 'node:stream';

/** How long an answer waits for the rest of a body, and how much of one it takes in. */
const PATIENCE_MS = 500;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Takes in and drops a body that nothing has read, before its request is answered. A connection that
 * is closed while bytes are on their way is reset, and the answer may be lost with it (RFC 9112,
 * section 9.6). Returns `undefined` where the body was read.
 */
export function dropUnreadBody(
  incoming: Readable & { readonly complete: boolean },
): Promise<void> | undefined {
  if (incoming.complete || incoming.readableFlowing !== null) return undefined;
  return dropped(incoming);
}

async function dropped(incoming: Readable): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) arrived.resolve();
  };
  const patience = setTimeout(arrived.resolve, PATIENCE_MS);
  incoming.on('data', count).once('end', arrived.resolve).once('close', arrived.resolve);
  await arrived.promise;
  clearTimeout(patience);
  incoming.off('data', count).off('end', arrived.resolve).off('close', arrived.resolve);
}
