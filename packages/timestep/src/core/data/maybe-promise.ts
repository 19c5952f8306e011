/** Returns whether a value is a promise or another thenable. */
export function isThenable<T>(value: PromiseLike<T> | T): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false;
  // The property `then` is read directly, because the `in` operator is several times slower here.
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

/** Calls `useValue` at once if a value is not a promise, because `await` always costs a microtask. */
export function andThen<T, Next>(
  value: Promise<T> | T,
  useValue: (value: T) => Promise<Next> | Next,
): Promise<Next> | Next {
  return isThenable(value) ? value.then(useValue) : useValue(value);
}
