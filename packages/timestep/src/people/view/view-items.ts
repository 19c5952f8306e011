import type { ConversationView } from './view-state.ts';
import { isItemFinal, type ViewItem } from './view-item.ts';
import { append } from '#core';

export function appendItem(view: ConversationView, item: ViewItem): ConversationView {
  return { ...view, open: [...view.open, item] };
}

export function updateOpenItems(
  view: ConversationView,
  change: (item: ViewItem) => ViewItem,
): ConversationView {
  return { ...view, open: view.open.map(change) };
}

/** Replaces one open item; the other items remain the same objects. */
export function replaceItem(
  view: ConversationView,
  item: ViewItem,
  replacement: ViewItem,
): ConversationView {
  return updateOpenItems(view, (each) => (each === item ? replacement : each));
}

/** Moves items that can no longer change from the start of the list `open` to the list `settled`. */
export function moveFinalItemsToSettled(view: ConversationView): ConversationView {
  const { open } = view;
  const first = open.findIndex((item) => !isItemFinal(item));
  const count = first === -1 ? open.length : first;
  if (count === 0) return view;
  let { settled } = view;
  for (const item of open.slice(0, count)) settled = append(settled, item);
  return { ...view, settled, open: open.slice(count) };
}
