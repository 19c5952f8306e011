/** Locks that all tabs of a browser share: the part of `LockManager` that the page uses (Web Locks API). */
export interface TabLocks {
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    hold: (lock: object | null) => Promise<void>,
  ): Promise<unknown>;
}

/** Permission to hold one stream open. */
export interface StreamSlot {
  /** Milliseconds after which the stream must make room for other tabs. Undefined: no limit. */
  readonly turnMs?: number;
  release(): void;
}

/** Streams that tabs hold open. Browsers allow six HTTP/1.1 connections to a server in all tabs together. */
const KEPT_STREAMS = 4;

/** Milliseconds for which each of the other tabs holds a stream before the next one has its turn. */
const TURN_MS = 400;

/**
 * Reserves a slot for the stream of this tab. If other tabs hold all slots, waits until this tab may open its
 * stream for a short turn. Rejects if the signal aborts.
 */
export async function takeStreamSlot(locks: TabLocks, signal: AbortSignal): Promise<StreamSlot> {
  for (let at = 0; at < KEPT_STREAMS; at += 1) {
    const release = await takeLock(locks, `timestep-stream-${at}`, { ifAvailable: true });
    if (release) return { release };
  }
  const release = await takeLock(locks, 'timestep-stream-turn', { signal });
  return { turnMs: TURN_MS, release: release ?? doNothing };
}

/** Takes a lock that the tabs of a browser share. Returns a function that releases it; undefined if it is taken. */
function takeLock(
  locks: TabLocks,
  name: string,
  options: Parameters<TabLocks['request']>[1],
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const hold = (lock: object | null): Promise<void> => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      resolve(lock ? release : undefined);
      return lock ? promise : Promise.resolve();
    };
    locks.request(name, options, hold).catch(reject);
  });
}

function doNothing(): void {}
