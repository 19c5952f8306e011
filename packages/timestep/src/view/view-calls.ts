import type { CallItem, ViewItem } from './view-item.ts';
import { replaced } from './view-items.ts';
import type { ConversationView } from './view-state.ts';

/** A call that came to nothing. */
export function failed(call: CallItem, failure: CallItem['failure']): CallItem {
  return { ...call, state: 'failed', ...(failure && { failure }) };
}

/** Changes the call of that id, which is the newest one where the model wrote an id twice. */
export function withCall(
  view: ConversationView,
  taskId: string,
  callId: string,
  change: (call: CallItem) => CallItem,
): ConversationView {
  const call = openCall(view, taskId, callId);
  return call ? replaced(view, call, change(call)) : view;
}

/** The newest call of that id that counts. */
export function openCall(
  view: ConversationView,
  taskId: string,
  callId: string,
): CallItem | undefined {
  const isIt = (item: ViewItem): boolean =>
    item.kind === 'call' &&
    item.taskId === taskId &&
    item.callId === callId &&
    item.state !== 'superseded';
  const found = view.open.findLast(isIt);
  return found?.kind === 'call' ? found : undefined;
}
