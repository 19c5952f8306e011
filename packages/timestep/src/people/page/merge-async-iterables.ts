/** Merges async iterables in order of arrival, without reading ahead of the consumer. */
export async function* mergeAsyncIterables<T>(
  sources: readonly AsyncIterable<T>[],
): AsyncGenerator<T> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const asked = new Map(iterators.map((iterator) => [iterator, requestNext(iterator)]));
  try {
    while (asked.size > 0) {
      const { iterator, result } = await Promise.race(asked.values());
      if (result.done) {
        asked.delete(iterator);
        continue;
      }
      yield result.value;
      // Sources are read in turn, so that a busy source does not delay the others.
      asked.delete(iterator);
      asked.set(iterator, requestNext(iterator));
    }
  } finally {
    await Promise.all([...asked.keys()].map(async (iterator) => iterator.return?.()));
  }
}

async function requestNext<T>(
  iterator: AsyncIterator<T>,
): Promise<{ readonly iterator: AsyncIterator<T>; readonly result: IteratorResult<T> }> {
  return { iterator, result: await iterator.next() };
}
