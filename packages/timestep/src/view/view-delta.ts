import type { Delta, TaskUpdate } from '../port/index.ts';
import { grownArtifact } from './view-artifacts.ts';
import { attemptPrefix, callItemId, replyItemId } from './view-id.ts';
import type { CallItem, ReplyItem, ViewItem } from './view-item.ts';
import { replaced, settle, withItem, withOpen } from './view-items.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type DeltaUpdate = Extract<TaskUpdate, { readonly kind: 'delta' }>;

/** The view with a piece more of the reply that is running; a piece of any other is left out. */
export function shownDelta(
  view: ConversationView,
  turn: OpenTurn,
  { step, attempt, delta }: DeltaUpdate,
): ConversationView {
  if (delta.type === 'artifact') {
    return grownArtifact(view, turn.taskId, delta);
  }
  if (step !== turn.step || attempt !== turn.attempt) return view;
  switch (delta.type) {
    case 'text':
      return withText(withoutThinking(view, turn), turn, delta.text);
    case 'reasoning':
      return withThought(view, turn, delta.text);
    case 'tool-call':
      return withPiece(withoutThinking(view, turn), turn, delta);
  }
}

function withText(view: ConversationView, turn: OpenTurn, text: string): ConversationView {
  return grown(view, turn, { kind: 'assistant', id: replyItemId(turn, 'text'), text });
}

/** What is thought after other output is an item of its own. */
function withThought(view: ConversationView, turn: OpenTurn, text: string): ConversationView {
  const prefix = attemptPrefix(turn);
  const last = view.open.findLast((item) => item.id.startsWith(prefix));
  if (last?.kind === 'reasoning' && last.state === 'streaming') {
    return grown(view, turn, { kind: 'reasoning', id: last.id, text });
  }
  const place =
    last === undefined ? 'reasoning' : `reasoning/after/${last.id.slice(prefix.length)}`;
  return grown(view, turn, { kind: 'reasoning', id: replyItemId(turn, place), text });
}

function grown(
  view: ConversationView,
  { taskId, step, attempt }: OpenTurn,
  { kind, id, text }: Pick<ReplyItem, 'kind' | 'id' | 'text'>,
): ConversationView {
  const before = openItem(view, id);
  if (before?.kind === kind) return replaced(view, before, { ...before, text: before.text + text });
  return withItem(view, { kind, id, taskId, step, attempt, text, state: 'streaming' });
}

/** Thoughts end where other output begins. */
function withoutThinking(view: ConversationView, turn: OpenTurn): ConversationView {
  const prefix = attemptPrefix(turn);
  const isThinking = (item: ViewItem): boolean =>
    item.kind === 'reasoning' && item.state === 'streaming' && item.id.startsWith(prefix);
  if (!view.open.some(isThinking)) return view;
  return settle(
    withOpen(view, (item) =>
      item.kind === 'reasoning' && isThinking(item) ? { ...item, state: 'done' } : item,
    ),
  );
}

function withPiece(
  view: ConversationView,
  turn: OpenTurn,
  delta: Extract<Delta, { readonly type: 'tool-call' }>,
): ConversationView {
  const id = callItemId(turn, delta.index);
  const before = openItem(view, id);
  if (before?.kind === 'call') {
    const written = before.arguments + delta.arguments;
    return replaced(view, before, { ...before, arguments: written });
  }
  const call: CallItem = {
    kind: 'call',
    id,
    taskId: turn.taskId,
    callId: delta.id,
    name: delta.name,
    arguments: delta.arguments,
    state: 'writing',
    attempt: 0,
  };
  return withItem(view, call);
}

function openItem(view: ConversationView, id: string): ViewItem | undefined {
  return view.open.findLast((item) => item.id === id);
}
