import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for all processes of a story: whichever began to serve last is behind it. */
export interface WayIn {
  readonly url: string;
  /** From now on connections go to this port. */
  lead(port: number): void;
  close(): void;
}

export async function openWayIn(): Promise<WayIn> {
  let port: number | undefined;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (port === undefined) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      // What breaks off here breaks off there.
      socket.once('error', () => other.destroy());
      socket.once('close', () => {
        other.destroy();
        open.delete(socket);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to) => void (port = to),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
