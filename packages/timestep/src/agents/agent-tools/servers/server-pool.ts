import type { ToolServer } from '#agents/folder';
import { type ServerPoolOptions, createConnector } from './connector.ts';
import { type ManagedServer, createManagedServer } from './managed-server.ts';

/** Servers shared by all versions of a folder. An unchanged server stays connected. */
export interface ServerPool {
  getOrCreate(server: ToolServer): ManagedServer;
  /**
   * Closes all servers except `servers` after `idleMs` without use. A task that still uses one reconnects it.
   */
  closeOthersWhenIdle(servers: readonly ToolServer[], idleMs: number): void;
  close(): Promise<void>;
}

export function createServerPool(options: ServerPoolOptions = {}): ServerPool {
  const kept = new Map<string, ManagedServer>();

  return {
    getOrCreate(server) {
      const key = getConnectionKey(server);
      const known = kept.get(key);
      if (known) return known;
      const connect = createConnector(options);
      const made = createManagedServer(server, { now: Date.now, ...options, connect });
      kept.set(key, made);
      return made;
    },
    closeOthersWhenIdle(servers, idleMs) {
      const keys = new Set(servers.map(getConnectionKey));
      for (const [key, server] of kept) server.closeAfterIdle(keys.has(key) ? undefined : idleMs);
    },
    async close() {
      await Promise.all([...kept.values()].map((server) => server.close()));
    },
  };
}

function getConnectionKey(server: ToolServer): string {
  const { name, target, headers, oauth, sampling, roots, unusable } = server;
  const times = [server.startTimeoutMs, server.callTimeoutMs];
  return JSON.stringify([name, target, headers, oauth, times, sampling, roots, unusable]);
}
