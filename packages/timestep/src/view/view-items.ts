import type { ConversationView } from './view-state.ts';
import { isSettled, type ViewItem } from './view-item.ts';
import { append } from '../core/index.ts';

/** The view with an item more at its end. */
export function withItem(view: ConversationView, item: ViewItem): ConversationView {
  return { ...view, open: [...view.open, item] };
}

/** The view with its open items changed, each by what is given for it. */
export function withOpen(
  view: ConversationView,
  change: (item: ViewItem) => ViewItem,
): ConversationView {
  return { ...view, open: view.open.map(change) };
}

/** The view with one open item replaced; the others stay the same objects. */
export function replaced(view: ConversationView, item: ViewItem, by: ViewItem): ConversationView {
  return withOpen(view, (each) => (each === item ? by : each));
}

/** Moves what nothing changes any more from the beginning of the open items to the settled ones. */
export function settle(view: ConversationView): ConversationView {
  const { open } = view;
  const first = open.findIndex((item) => !isSettled(item));
  const count = first === -1 ? open.length : first;
  if (count === 0) return view;
  let { settled } = view;
  for (const item of open.slice(0, count)) settled = append(settled, item);
  return { ...view, settled, open: open.slice(count) };
}
