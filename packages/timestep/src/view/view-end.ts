import type { NumberedEvent } from '../core/index.ts';
import { adviceFor } from './view-advice.ts';
import type { NoticeItem, ViewItem } from './view-item.ts';
import { withItem, withOpen } from './view-items.ts';
import type { ConversationView, OpenTurn } from './view-state.ts';

type Finished = Extract<NumberedEvent, { readonly type: 'task.finished' }>;

/** What a notice says. */
export type Notice = Pick<NoticeItem, 'about' | 'text' | 'advice'>;

/** The view with a notice about a turn, which the event of that generation gave rise to. */
export function noticed(
  view: ConversationView,
  { taskId }: OpenTurn,
  generation: number,
  notice: Notice,
): ConversationView {
  return withItem(view, {
    kind: 'notice',
    id: `${taskId}/notice/${generation}`,
    taskId,
    ...notice,
  });
}

/** The view with the failure that a turn ends with, and what the user can do about it. */
export function withFailure(
  view: ConversationView,
  turn: OpenTurn,
  { error, generation }: Finished,
): ConversationView {
  if (!error) return view;
  const advice = adviceFor(error.code);
  return noticed(view, turn, generation, {
    about: 'failure',
    text: error.message,
    ...(advice !== undefined && { advice }),
  });
}

/** Ends a turn: what was open in it stays as it is. */
export function endTurn(view: ConversationView, turn: OpenTurn, event: Finished): ConversationView {
  const { taskId, usage, costUsd, begunAt } = turn;
  const ended = withOpen(view, (item) => (item.taskId === taskId ? ending(item) : item));
  const turns = view.turns.filter((each) => each.taskId !== taskId);
  return withItem(
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

function ending(item: ViewItem): ViewItem {
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
