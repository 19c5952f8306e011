/** Settles like the promise, but rejects if the signal aborts first. The work itself is not stopped. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  return promise;
}
