import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { ServerNews, ServerOrder } from './server-message.ts';

/** What a process uses, by its counters. */
interface Counters {
  readonly cpuUs: () => number;
  readonly rssMb: () => number;
}

const OWN: Counters = {
  cpuUs() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  rssMb: () => process.memoryUsage.rss() / 1024 ** 2,
};

/** Tells the measuring process where this server listens, and what it uses when asked. */
export function reportTo(url: string, { cpuUs, rssMb }: Counters = OWN): void {
  let before = cpuUs();
  process.on('message', (order: ServerOrder) => {
    switch (order) {
      case 'begin':
        before = cpuUs();
        return tell({ type: 'begun' });
      case 'end':
        return tell({ type: 'used', usage: { cpuUs: cpuUs() - before, rssMb: rssMb() } });
    }
  });
  // A server whose measuring process has gone must not stay behind.
  process.on('disconnect', () => process.exit(0));
  tell({ type: 'listening', url });
}

/** Puts a `node:http` server on a free port of this machine and reports it. */
export function listenAndReport(server: Pick<Server, 'listen' | 'address'>): void {
  server.listen(0, '127.0.0.1', () => {
    reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

function tell(news: ServerNews): void {
  process.send?.(news);
}
