import { failCall, findNewestCall, updateCall } from './view-calls.ts';
import type { ApprovalItem } from './view-item.ts';
import { replaceItem, appendItem, updateOpenItems } from './view-items.ts';
import type { ConversationView, EventOf, OpenTurn } from './view-state.ts';

export function addWaitingApproval(
  view: ConversationView,
  { taskId }: OpenTurn,
  { callId, reason: cause, tool: changed }: EventOf<'approval.requested'>,
): ConversationView {
  const call = findNewestCall(view, taskId, callId);
  if (!call) return view;
  const others = view.open.filter((item) => item.kind === 'approval' && item.taskId === taskId);
  const total = others.length + 1;
  const waiting = updateOpenItems(replaceItem(view, call, { ...call, state: 'waiting' }), (item) =>
    item.kind === 'approval' && item.taskId === taskId ? { ...item, total } : item,
  );
  const tool = changed ?? call.tool;
  const item: ApprovalItem = {
    kind: 'approval',
    id: changed ? `${call.id}/approval/${changed.call}` : `${call.id}/approval`,
    taskId,
    callId,
    name: call.name,
    arguments: call.arguments,
    number: total,
    total,
    state: 'waiting',
    ...(tool && { tool }),
    ...(cause !== undefined && { cause }),
  };
  return appendItem(waiting, item);
}

export function recordApprovalDecision(
  view: ConversationView,
  { taskId }: OpenTurn,
  event: EventOf<'approval.decided'>,
): ConversationView {
  const { callId, approved, reason } = event;
  const state = approved ? 'approved' : 'denied';
  const answered = updateOpenItems(view, (item) => {
    const isIt = item.kind === 'approval' && item.taskId === taskId && item.callId === callId;
    return isIt ? { ...item, state, ...(reason !== undefined && { reason }) } : item;
  });
  return updateCall(answered, taskId, callId, (call) =>
    approved
      ? { ...call, state: 'planned' }
      : failCall(call, { code: 'denied', message: reason ?? 'a person did not approve the call' }),
  );
}
