/** Applies `act` to at most `limit` items at a time. Results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const runWorker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const [item] = items.slice(at, at + 1);
      if (item !== undefined) results[at] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runWorker));
  return results;
}
