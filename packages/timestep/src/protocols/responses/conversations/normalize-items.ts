import type { Item } from '../wire/response-item.ts';

/** Numbers repeated ids. Otherwise a client that pages with `after` might never reach the end. */
export function withUniqueIds(items: readonly Item[]): readonly Item[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let { id } = item;
    for (let times = 2; taken.has(id); times += 1) id = `${item.id}_${times}`;
    taken.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

/** Removes calls and outputs whose other half was deleted. `later` may hold outputs. */
export function withoutUnpairedCalls(
  items: readonly Item[],
  later: readonly Item[],
): readonly Item[] {
  const calls = new Set<string>();
  const outputs = new Set<string>();
  for (const item of items) if (item.type === 'function_call') calls.add(item.call_id);
  for (const item of [...items, ...later]) {
    if (item.type === 'function_call_output') outputs.add(item.call_id);
  }
  return items.filter((item) => {
    if (item.type === 'function_call') return outputs.has(item.call_id);
    if (item.type === 'function_call_output') return calls.has(item.call_id);
    return true;
  });
}
