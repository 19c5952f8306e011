import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const STARTS = 5;

/**
 * Starts a server, on another port if it exits immediately, because another program may have taken
 * the port.
 */
export async function startOnPort(
  start: () => Promise<void>,
  takeAnother: () => Promise<void>,
): Promise<void> {
  for (let left = STARTS; ; left -= 1) {
    try {
      return await start();
    } catch (thrown) {
      if (left === 1) throw thrown;
      await takeAnother();
    }
  }
}
