import { listOwnEntries, getText, type Task } from '../../../core/index.ts';
import type { Turn } from './conversation.ts';

export function taskToTurn(task: Task): Turn {
  const { id, state, createdAt, updatedAt, steps, usage, costUsd } = task;
  const said = listOwnEntries(task).find(({ message }) => message.role === 'user');
  return {
    taskId: id,
    state,
    title: said ? getText(said.message) : '',
    createdAt,
    updatedAt,
    steps,
    tokens: usage.total_tokens,
    costUsd,
  };
}
