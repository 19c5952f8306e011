/**
 * Wraps an async function so that it never runs twice concurrently. Calls during a run wait for one
 * more run, which they share. That run starts after these calls, so it sees everything that
 * happened before them.
 */
export function coalesceCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function requestRun(): Promise<T> {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const runNext = (): Promise<T> => {
      next = undefined;
      return requestRun();
    };
    return (next ??= running.then(runNext, runNext));
  }

  return requestRun;
}
