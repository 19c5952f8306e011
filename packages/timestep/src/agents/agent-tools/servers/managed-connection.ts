import type { ConnectedEnvironment } from '#protocols/mcp';

/** A connection that is opened on first use, and again on the next use after it was closed. */
export interface ManagedConnection {
  use<T>(work: (environment: ConnectedEnvironment) => Promise<T>): Promise<T>;
  /**
   * Makes the next use open a new connection. Resolves when the old one is closed or still in use.
   */
  readonly renew: () => Promise<void>;
  /** Closes the connection after `idleMs` milliseconds without use; undefined cancels the timer. */
  closeAfterIdle(idleMs: number | undefined): void;
  close(): Promise<void>;
}

interface OpenConnection {
  readonly environment: Promise<ConnectedEnvironment>;
  /** Aborts the attempt to connect, so that `close` does not wait for it. */
  readonly opening: AbortController;
  users: number;
}

export function createManagedConnection(
  connect: (signal: AbortSignal) => Promise<ConnectedEnvironment>,
  onEnded: () => void = () => undefined,
): ManagedConnection {
  let current: OpenConnection | undefined;
  const left = new Set<OpenConnection>();
  let idleMs: number | undefined;
  let ending: NodeJS.Timeout | undefined;

  function getOrOpenConnection(): OpenConnection {
    if (current) return current;
    const opening = new AbortController();
    const held: OpenConnection = { environment: connect(opening.signal), opening, users: 0 };
    current = held;
    held.environment.catch(() => {
      if (current === held) current = undefined;
    });
    return held;
  }

  function scheduleIdleClose(): void {
    clearTimeout(ending);
    if (idleMs === undefined || !current || current.users > 0) return;
    ending = setTimeout(() => void closeAllConnections().catch(() => undefined), idleMs);
    ending.unref();
  }

  async function closeAllConnections(): Promise<void> {
    clearTimeout(ending);
    const all = [...left, ...(current ? [current] : [])];
    left.clear();
    current = undefined;
    await Promise.all(all.map(closeConnection));
    if (all.length > 0 && !current) onEnded();
  }

  async function releaseConnection(connection: OpenConnection): Promise<void> {
    connection.users -= 1;
    if (connection === current) scheduleIdleClose();
    else if (connection.users === 0 && left.delete(connection))
      await closeConnection(connection).catch(() => undefined);
  }

  return {
    async use(work) {
      const held = getOrOpenConnection();
      held.users += 1;
      clearTimeout(ending);
      try {
        return await work(await held.environment);
      } finally {
        await releaseConnection(held);
      }
    },
    async renew() {
      const held = current;
      current = undefined;
      if (!held) return;
      if (held.users > 0) left.add(held);
      else await closeConnection(held).catch(() => undefined);
    },
    closeAfterIdle(idle) {
      idleMs = idle;
      scheduleIdleClose();
    },
    close: closeAllConnections,
  };
}

async function closeConnection({ environment, opening }: OpenConnection): Promise<void> {
  opening.abort();
  const open = await environment.catch(() => undefined);
  await open?.close();
}
