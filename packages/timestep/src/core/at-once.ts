/** Whether a value is still to come. */
export function isPending<T>(value: PromiseLike<T> | T): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false;
  // The property is read, because the operator `in` takes the engine several times as long.
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

/**
 * Goes on with a value: at once where it is there, else when it comes. `await` goes on a turn of the
 * queue of microtasks later in any case, and a step of a task would pass dozens of those for nothing.
 */
export function andThen<T, Next>(
  value: Promise<T> | T,
  goOn: (value: T) => Promise<Next> | Next,
): Promise<Next> | Next {
  return isPending(value) ? value.then(goOn) : goOn(value);
}
