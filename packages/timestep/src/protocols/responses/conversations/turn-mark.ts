import type { Session, Task } from '../../../core/index.ts';

/** The newest turn of a conversation at the time when a client changed the conversation. */
export type TurnMark = NonNullable<NonNullable<Session['added']>[number]['after']>;

/**
 * The newest turn of a conversation. `begunAt` is the task generation at which its newest response
 * started.
 */
export interface NewestTurn {
  readonly task: Pick<Task, 'id' | 'createdAt'>;
  readonly begunAt: number;
}

/** Creates the mark that is stored with a change: `after` is the newest turn at that time. */
export function createTurnMark(newest: Task | undefined): { readonly after?: TurnMark } {
  if (!newest) return {};
  const { id, createdAt, generation } = newest;
  return { after: { taskId: id, createdAt, generation } };
}

/**
 * Whether a change was made after the newest response started, so that no response has seen it yet.
 * The marked turn may have been deleted since.
 */
export function isUnseenChange(
  mark: TurnMark | undefined,
  newest: NewestTurn | undefined,
): boolean {
  if (!newest) return true;
  if (!mark) return false;
  const { task, begunAt } = newest;
  if (mark.taskId === task.id) return mark.generation >= begunAt;
  return mark.createdAt > task.createdAt;
}
