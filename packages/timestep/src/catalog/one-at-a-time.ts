/**
 * Joins calls: one that comes while the work is under way waits for one more round of it, together with
 * all that come until then. What happened before a call is seen by the round that it waits for.
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function again(): Promise<T> {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const after = (): Promise<T> => {
      next = undefined;
      return again();
    };
    return (next ??= running.then(after, after));
  }

  return again;
}
