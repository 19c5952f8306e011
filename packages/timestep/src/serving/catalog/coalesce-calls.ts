/** Wraps `work` so that it never runs twice concurrently. Calls during a run share one more run. */
export function coalesceCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function runOrShareNextRun(): Promise<T> {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const runNext = (): Promise<T> => {
      next = undefined;
      return runOrShareNextRun();
    };
    return (next ??= running.then(runNext, runNext));
  }

  return runOrShareNextRun;
}
