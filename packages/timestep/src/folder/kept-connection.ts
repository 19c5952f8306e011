import type { ConnectedEnvironment } from '../mcp/index.ts';

/** A connection that is opened when it is first used, and again after it was ended. */
export interface KeptConnection {
  /** Does something with the server, which stays connected meanwhile. */
  use<T>(work: (environment: ConnectedEnvironment) => Promise<T>): Promise<T>;
  /**
   * Ends the connection when the server was not used for this time, and each time it was used again;
   * `undefined` takes that back.
   */
  retire(idleMs: number | undefined): void;
  close(): Promise<void>;
}

export function keepConnection(connect: () => Promise<ConnectedEnvironment>): KeptConnection {
  let connection: Promise<ConnectedEnvironment> | undefined;
  let users = 0;
  let idleMs: number | undefined;
  let ending: NodeJS.Timeout | undefined;

  function connected(): Promise<ConnectedEnvironment> {
    if (connection) return connection;
    const connecting = connect();
    connection = connecting;
    connecting.catch(() => {
      if (connection === connecting) connection = undefined;
    });
    return connecting;
  }

  function endWhenIdle(): void {
    clearTimeout(ending);
    if (idleMs === undefined || users > 0 || !connection) return;
    ending = setTimeout(() => void close().catch(() => undefined), idleMs);
    ending.unref();
  }

  async function close(): Promise<void> {
    clearTimeout(ending);
    const open = await connection?.catch(() => undefined);
    connection = undefined;
    await open?.close();
  }

  return {
    async use(work) {
      users += 1;
      clearTimeout(ending);
      try {
        return await work(await connected());
      } finally {
        users -= 1;
        endWhenIdle();
      }
    },
    retire(idle) {
      idleMs = idle;
      endWhenIdle();
    },
    close,
  };
}
