import type { ToolCall } from '#core';
import type { CallItem } from './view-item.ts';
import { replaceItem } from './view-items.ts';
import type { ConversationView } from './view-state.ts';

/** Creates the item of a call that the model has written. */
export function createCallItem(
  id: string,
  taskId: string,
  { id: callId, function: called }: Pick<ToolCall, 'id' | 'function'>,
): CallItem {
  const { name, arguments: written } = called;
  const progress = { state: 'planned', attempt: 0 } as const;
  return { kind: 'call', id, taskId, callId, name, arguments: written, ...progress };
}

export function failCall(call: CallItem, failure: CallItem['failure']): CallItem {
  return { ...call, state: 'failed', ...(failure && { failure }) };
}

/** Updates a tool call. If the model used an id twice, the newest call is updated. */
export function updateCall(
  view: ConversationView,
  taskId: string,
  callId: string,
  change: (call: CallItem) => CallItem,
): ConversationView {
  const call = findNewestCall(view, taskId, callId);
  return call ? replaceItem(view, call, change(call)) : view;
}

/** Returns the newest tool call with the given id that was not superseded. */
export function findNewestCall(
  view: ConversationView,
  taskId: string,
  callId: string,
): CallItem | undefined {
  return view.open
    .filter((item) => item.kind === 'call')
    .findLast(
      (item) => item.taskId === taskId && item.callId === callId && item.state !== 'superseded',
    );
}
