import type { Session, Task } from '../../core/index.ts';

/** A turn of a session, as it was when a program changed the session. */
export type TurnMark = NonNullable<NonNullable<Session['added']>[number]['after']>;

/** The newest turn of a conversation; `begunAt` is the generation at which its newest response began. */
export interface Newest {
  readonly task: Pick<Task, 'id' | 'createdAt'>;
  readonly begunAt: number;
}

/** What is noted with a change: `after` is the turn that came before it. */
export function markOf(newest: Task | undefined): { readonly after?: TurnMark } {
  if (!newest) return {};
  const { id, createdAt, generation } = newest;
  return { after: { taskId: id, createdAt, generation } };
}

/**
 * Whether a change came after the newest response began, so that no response knows of it yet. The turn of its
 * mark may have been deleted since.
 */
export function isUnknown(mark: TurnMark | undefined, newest: Newest | undefined): boolean {
  if (!newest) return true;
  if (!mark) return false;
  const { task, begunAt } = newest;
  if (mark.taskId === task.id) return mark.generation >= begunAt;
  return mark.createdAt > task.createdAt;
}
