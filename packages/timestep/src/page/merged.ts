/**
 * What several sources give, as it comes. Of each source one value is asked for at a time, and none before the
 * last one was taken: a reader that stops reads nothing, and nothing is kept for it.
 */
export async function* merged<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const asked = new Map(iterators.map((iterator) => [iterator, asking(iterator)]));
  try {
    while (asked.size > 0) {
      const { iterator, result } = await Promise.race(asked.values());
      if (result.done) {
        asked.delete(iterator);
        continue;
      }
      yield result.value;
      // Behind those that wait already, so that no busy source keeps the others from being heard.
      asked.delete(iterator);
      asked.set(iterator, asking(iterator));
    }
  } finally {
    await Promise.all([...asked.keys()].map(async (iterator) => iterator.return?.()));
  }
}

async function asking<T>(
  iterator: AsyncIterator<T>,
): Promise<{ readonly iterator: AsyncIterator<T>; readonly result: IteratorResult<T> }> {
  return { iterator, result: await iterator.next() };
}
