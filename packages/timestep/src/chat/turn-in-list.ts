import { ownEntries, textOf, type Task } from '../core/index.ts';
import type { Turn } from './conversation.ts';

/** A turn as lists show it. */
export function turnInList(task: Task): Turn {
  const { id, state, createdAt, updatedAt, steps, usage, costUsd } = task;
  const said = ownEntries(task).find(({ message }) => message.role === 'user');
  return {
    taskId: id,
    state,
    title: said ? textOf(said.message) : '',
    createdAt,
    updatedAt,
    steps,
    tokens: usage.total_tokens,
    costUsd,
  };
}
