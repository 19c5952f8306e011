/** Connections by address, opened on first use. The next `get` retries a failed connection. */
export interface ConnectionPool<T> {
  get(address: string): Promise<T>;
  close(): Promise<void>;
}

export function createConnectionPool<T extends { close(): Promise<void> }>(
  connect: (address: string) => Promise<T>,
): ConnectionPool<T> {
  const connections = new Map<string, Promise<T>>();
  return {
    get(address) {
      const connection =
        connections.get(address) ??
        connect(address).catch((thrown: unknown) => {
          connections.delete(address);
          throw thrown;
        });
      connections.set(address, connection);
      return connection;
    },
    async close() {
      const open = [...connections.values()];
      connections.clear();
      await Promise.allSettled(open.map(async (connection) => (await connection).close()));
    },
  };
}
