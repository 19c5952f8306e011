import { omitUndefined } from '#core';
import { findChatAdvice } from './failure-advice.ts';
import { isItemFinal, type NoticeItem, type ViewItem } from './view-item.ts';
import { appendItem, updateOpenItems } from './view-items.ts';
import type { ConversationView, EventOf, OpenTurn } from './view-state.ts';

type TaskFinished = EventOf<'task.finished'>;

/** Content of a notice, which is information outside of the conversation's messages. */
export type Notice = Pick<NoticeItem, 'about' | 'text' | 'advice' | 'code'>;

/** Adds a notice about a turn. `generation` is the number of the event that caused the notice. */
export function addNotice(
  view: ConversationView,
  { taskId }: OpenTurn,
  generation: number,
  notice: Notice,
): ConversationView {
  return appendItem(view, {
    kind: 'notice',
    id: `${taskId}/notice/${generation}`,
    taskId,
    ...notice,
  });
}

/** Lists the context items chosen for this message; items that are always included are omitted. */
export function addContextNotice(
  view: ConversationView,
  turn: OpenTurn,
  { items, note, generation }: EventOf<'context.selected'>,
): ConversationView {
  const chosen = items.filter(({ kind, reason }) => kind !== 'tool' && reason !== 'always');
  if (chosen.length === 0 && note === undefined) return view;
  const names = chosen.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const text =
    names === '' ? 'No context was chosen for this message.' : `Chosen context: ${names}.`;
  const notice = omitUndefined({ about: 'context', text, advice: note } as const);
  return addNotice(view, turn, generation, notice);
}

export function addFailureNotice(
  view: ConversationView,
  turn: OpenTurn,
  { error, generation }: TaskFinished,
): ConversationView {
  if (!error) return view;
  const { code, message: text } = error;
  const notice = omitUndefined({
    about: 'failure',
    text,
    advice: findChatAdvice(code),
    code,
  } as const);
  return addNotice(view, turn, generation, notice);
}

/** Ends a turn. Marks its unfinished items as cut, stopped, withdrawn or complete. */
export function endTurn(
  view: ConversationView,
  turn: OpenTurn,
  event: TaskFinished,
): ConversationView {
  const { taskId, usage, costUsd, begunAt } = turn;
  const ended = updateOpenItems(view, (item) =>
    item.taskId === taskId ? endItemIfOpen(item) : item,
  );
  const turns = view.turns.filter((each) => each.taskId !== taskId);
  return appendItem(
    { ...ended, turns },
    {
      kind: 'end',
      id: `${taskId}/end`,
      taskId,
      state: event.state,
      reason: event.reason,
      usage,
      costUsd,
      durationMs: Math.max(0, event.at - begunAt),
    },
  );
}

function endItemIfOpen(item: ViewItem): ViewItem {
  if (isItemFinal(item)) return item;
  switch (item.kind) {
    case 'assistant':
    case 'reasoning':
      return { ...item, state: 'cut' };
    case 'call':
      return { ...item, state: 'stopped' };
    case 'approval':
    case 'question':
      return { ...item, state: 'withdrawn' };
    case 'artifact':
      return { ...item, isComplete: true };
    case 'user':
    case 'notice':
    case 'end':
      return item;
  }
}
