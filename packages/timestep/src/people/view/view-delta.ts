import type { Delta, TaskUpdate, TextDelta } from '#engine/port';
import { appendArtifactChunk } from './view-artifacts.ts';
import { createAttemptIdPrefix, createCallItemId, createReplyItemId } from './view-id.ts';
import { createCallItem, updateCall } from './view-calls.ts';
import { OPEN_CALL_STATES, type ReplyItem, type ViewItem } from './view-item.ts';
import { replaceItem, moveFinalItemsToSettled, appendItem, updateOpenItems } from './view-items.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type DeltaUpdate = Extract<TaskUpdate, { readonly kind: 'delta' }>;

/** Appends a delta to the reply that is being streamed. Deltas of other attempts are ignored. */
export function applyDelta(
  view: ConversationView,
  turn: OpenTurn,
  { step, attempt, delta }: DeltaUpdate,
): ConversationView {
  if (delta.type === 'artifact') {
    return appendArtifactChunk(view, turn.taskId, delta);
  }
  if (delta.type === 'progress') {
    const { callId, text } = delta;
    return updateCall(view, turn.taskId, callId, (call) =>
      OPEN_CALL_STATES.includes(call.state) ? { ...call, progress: text } : call,
    );
  }
  if (step !== turn.step || attempt !== turn.attempt) return view;
  switch (delta.type) {
    case 'text':
      return appendReplyText(endReasoning(view, turn), turn, delta);
    case 'reasoning':
      return appendReasoning(view, turn, delta.text);
    case 'tool-call':
      return appendCallArguments(endReasoning(view, turn), turn, delta);
  }
}

function appendReplyText(
  view: ConversationView,
  turn: OpenTurn,
  { text, restarts }: TextDelta,
): ConversationView {
  const id = createReplyItemId(turn, 'text');
  const before = restarts && findOpenItem(view, id);
  if (before?.kind === 'assistant') return replaceItem(view, before, { ...before, text });
  return appendToReplyItem(view, turn, { kind: 'assistant', id, text });
}

/** Appends reasoning text. Reasoning that follows other output becomes a new item. */
function appendReasoning(view: ConversationView, turn: OpenTurn, text: string): ConversationView {
  const prefix = createAttemptIdPrefix(turn);
  const last = view.open.findLast((item) => item.id.startsWith(prefix));
  if (last?.kind === 'reasoning' && last.state === 'streaming') {
    return appendToReplyItem(view, turn, { kind: 'reasoning', id: last.id, text });
  }
  const place = last === undefined ? '' : `/after/${last.id.slice(prefix.length)}`;
  const id = createReplyItemId(turn, `reasoning${place}`);
  return appendToReplyItem(view, turn, { kind: 'reasoning', id, text });
}

function appendToReplyItem(
  view: ConversationView,
  { taskId, step, attempt }: OpenTurn,
  { kind, id, text }: Pick<ReplyItem, 'kind' | 'id' | 'text'>,
): ConversationView {
  const before = findOpenItem(view, id);
  if (before?.kind === kind)
    return replaceItem(view, before, { ...before, text: before.text + text });
  return appendItem(view, { kind, id, taskId, step, attempt, text, state: 'streaming' });
}

function endReasoning(view: ConversationView, turn: OpenTurn): ConversationView {
  const prefix = createAttemptIdPrefix(turn);
  const isThinking = (item: ViewItem): boolean =>
    item.kind === 'reasoning' && item.state === 'streaming' && item.id.startsWith(prefix);
  if (!view.open.some(isThinking)) return view;
  return moveFinalItemsToSettled(
    updateOpenItems(view, (item) =>
      item.kind === 'reasoning' && isThinking(item) ? { ...item, state: 'done' } : item,
    ),
  );
}

function appendCallArguments(
  view: ConversationView,
  turn: OpenTurn,
  delta: Extract<Delta, { readonly type: 'tool-call' }>,
): ConversationView {
  const id = createCallItemId(turn, delta.index);
  const before = findOpenItem(view, id);
  if (before?.kind === 'call') {
    const written = before.arguments + delta.arguments;
    return replaceItem(view, before, { ...before, arguments: written });
  }
  const call = createCallItem(id, turn.taskId, { id: delta.id, function: delta });
  return appendItem(view, { ...call, state: 'writing' });
}

function findOpenItem(view: ConversationView, id: string): ViewItem | undefined {
  return view.open.findLast((item) => item.id === id);
}
