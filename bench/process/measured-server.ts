import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { ServerNews, ServerOrder } from './server-message.ts';

/** Functions that read the resources used by a process. */
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

/** Reports this server's address to the measuring process, and its used resources on request. */
export function reportTo(url: string, { cpuUs, rssMb }: Counters = OWN): void {
  let before = cpuUs();
  process.on('message', (order: ServerOrder) => {
    switch (order) {
      case 'begin':
        before = cpuUs();
        return sendNews({ type: 'begun' });
      case 'end':
        return sendNews({ type: 'used', usage: { cpuUs: cpuUs() - before, rssMb: rssMb() } });
    }
  });
  // A server must exit when its measuring process has ended.
  process.on('disconnect', () => process.exit(0));
  sendNews({ type: 'listening', url });
}

/** Starts a `node:http` server on a free local port and reports it. */
export function listenAndReport(server: Pick<Server, 'listen' | 'address'>): void {
  server.listen(0, '127.0.0.1', () => {
    reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

function sendNews(news: ServerNews): void {
  process.send?.(news);
}
