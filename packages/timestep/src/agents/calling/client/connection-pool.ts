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
      const known = connections.get(address);
      if (known) return known;
      const made = connectOrRemoveFromPool(address);
      connections.set(address, made);
      return made;
    },
    async close() {
      const open = [...connections.values()];
      connections.clear();
      await Promise.allSettled(open.map(async (connection) => (await connection).close()));
    },
  };

  async function connectOrRemoveFromPool(address: string): Promise<T> {
    try {
      return await connect(address);
    } catch (thrown) {
      connections.delete(address);
      throw thrown;
    }
  }
}
