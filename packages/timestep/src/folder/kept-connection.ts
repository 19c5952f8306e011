import type { ConnectedEnvironment } from '../mcp/index.ts';

/** A connection that is opened when it is first used, and again after it was ended. */
export interface KeptConnection {
  /** Does something with the server, which stays connected meanwhile. */
  use<T>(work: (environment: ConnectedEnvironment) => Promise<T>): Promise<T>;
  /**
   * Lets the next use open another connection. The old one ends now, or after those that use it still;
   * resolves when it has ended or is left to them.
   */
  renew(): Promise<void>;
  /**
   * Ends the connection when the server was not used for this time, and each time it was used again;
   * `undefined` takes that back.
   */
  retire(idleMs: number | undefined): void;
  close(): Promise<void>;
}

interface Held {
  readonly environment: Promise<ConnectedEnvironment>;
  users: number;
}

export function keepConnection(
  connect: () => Promise<ConnectedEnvironment>,
  onEnded: () => void = () => undefined,
): KeptConnection {
  let current: Held | undefined;
  /** Those that are no longer current, and still used. */
  const left = new Set<Held>();
  let idleMs: number | undefined;
  let ending: NodeJS.Timeout | undefined;

  function connected(): Held {
    if (current) return current;
    const held: Held = { environment: connect(), users: 0 };
    current = held;
    held.environment.catch(() => {
      if (current === held) current = undefined;
    });
    return held;
  }

  function endWhenIdle(): void {
    clearTimeout(ending);
    if (idleMs === undefined || !current || current.users > 0) return;
    ending = setTimeout(() => void close().catch(() => undefined), idleMs);
    ending.unref();
  }

  async function close(): Promise<void> {
    clearTimeout(ending);
    const all = [...left, ...(current ? [current] : [])];
    left.clear();
    current = undefined;
    await Promise.all(all.map(ended));
    if (all.length > 0 && !current) onEnded();
  }

  async function release(held: Held): Promise<void> {
    held.users -= 1;
    if (held === current) endWhenIdle();
    else if (held.users === 0 && left.delete(held)) await ended(held).catch(() => undefined);
  }

  return {
    async use(work) {
      const held = connected();
      held.users += 1;
      clearTimeout(ending);
      try {
        return await work(await held.environment);
      } finally {
        await release(held);
      }
    },
    async renew() {
      const held = current;
      current = undefined;
      if (!held) return;
      if (held.users > 0) left.add(held);
      else await ended(held).catch(() => undefined);
    },
    retire(idle) {
      idleMs = idle;
      endWhenIdle();
    },
    close,
  };
}

async function ended({ environment }: Held): Promise<void> {
  const open = await environment.catch(() => undefined);
  await open?.close();
}
