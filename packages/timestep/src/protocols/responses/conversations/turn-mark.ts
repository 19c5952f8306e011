import type { Session, Task } from '../../../core/index.ts';

/** The newest turn when a client changed the conversation. */
export type TurnMark = NonNullable<NonNullable<Session['added']>[number]['after']>;

/** `begunAt` is the task generation at which its newest response started. */
export interface NewestTurn {
  readonly task: Pick<Task, 'id' | 'createdAt'>;
  readonly begunAt: number;
}

export function createTurnMark(newest: Task | undefined): { readonly after?: TurnMark } {
  if (!newest) return {};
  const { id, createdAt, generation } = newest;
  return { after: { taskId: id, createdAt, generation } };
}

/** Whether no response has seen the change yet. The marked turn may have been deleted. */
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
