import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy of a server, whose connections break at random bytes. */
export interface CuttingProxy {
  readonly url: string;
  /** Number of connections cut so far. */
  readonly cuts: () => number;
  /**
   * From this call on, each connection breaks after some more response bytes, half of them before
   * this number.
   */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Opens a proxy of the server at a port; `random` returns numbers in [0, 1). */
export async function openCuttingProxy(port: number, random: () => number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let half: number | undefined;
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let left: number | undefined;
    const end = (): void => {
      for (const socket of [near, far]) socket.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket
        .on('error', end)
        .on('close', end)
        .on('close', () => open.delete(socket));
    }
    near.pipe(far);
    let passed = 0;
    far.on('data', (bytes: Buffer) => {
      if (half !== undefined) left ??= passed + Math.ceil(-Math.log2(1 - random()) * half);
      if (left === undefined || passed + bytes.length <= left) {
        passed += bytes.length;
        if (!near.write(bytes)) {
          far.pause();
          near.once('drain', () => far.resume());
        }
        return;
      }
      far.pause();
      cuts += 1;
      near.end(bytes.subarray(0, left - passed), end);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    cutAfter(bytes) {
      half = bytes;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
