import type { Item } from '../wire/item.ts';

/**
 * Items of which no two have the same id: where a program gave an id again, the later item has a number behind
 * it. Without that, pages that begin after an item might never end.
 */
export function withOwnIds(items: readonly Item[]): readonly Item[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let { id } = item;
    for (let times = 2; taken.has(id); times += 1) id = `${item.id}_${times}`;
    taken.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

/**
 * Leaves out calls without their output and outputs without their call, because the other half was removed.
 * `later` are items that follow and may hold outputs.
 */
export function withoutHalves(items: readonly Item[], later: readonly Item[]): readonly Item[] {
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
