import type { NumberedEvent } from '../../core/index.ts';
import { getAdviceForError } from './view-advice.ts';
import type { NoticeItem, ViewItem } from './view-item.ts';
import { appendItem, updateOpenItems } from './view-items.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type TaskFinished = Extract<NumberedEvent, { readonly type: 'task.finished' }>;

export type Notice = Pick<NoticeItem, 'about' | 'text' | 'advice'>;

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

export function addFailureNotice(
  view: ConversationView,
  turn: OpenTurn,
  { error, generation }: TaskFinished,
): ConversationView {
  if (!error) return view;
  const advice = getAdviceForError(error.code);
  return addNotice(view, turn, generation, {
    about: 'failure',
    text: error.message,
    ...(advice !== undefined && { advice }),
  });
}

/** Ends a turn. Its unfinished items are marked as cut, stopped, withdrawn or complete. */
export function endTurn(
  view: ConversationView,
  turn: OpenTurn,
  event: TaskFinished,
): ConversationView {
  const { taskId, usage, costUsd, begunAt } = turn;
  const ended = updateOpenItems(view, (item) => (item.taskId === taskId ? endItem(item) : item));
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

function endItem(item: ViewItem): ViewItem {
  switch (item.kind) {
    case 'assistant':
    case 'reasoning':
      return item.state === 'streaming' ? { ...item, state: 'cut' } : item;
    case 'call':
      return ['writing', 'planned', 'waiting', 'running'].includes(item.state)
        ? { ...item, state: 'stopped' }
        : item;
    case 'approval':
    case 'question':
      return item.state === 'waiting' ? { ...item, state: 'withdrawn' } : item;
    case 'artifact':
      return { ...item, isComplete: true };
    case 'user':
    case 'notice':
    case 'end':
      return item;
  }
}
