/** Does work in turn: what has the same key waits for what came before it, whether that failed or not. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedQueue(): KeyedQueue {
  /** The newest work by key, which settles without failing. */
  const newest = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const working = (newest.get(key) ?? Promise.resolve()).then(work);
    const settled = working.catch(() => undefined);
    newest.set(key, settled);
    void settled.then(() => {
      if (newest.get(key) === settled) newest.delete(key);
    });
    return working;
  };
}
