import { getText, toArray, type Task } from '../../core/index.ts';
import type { TaskDetails, TaskSummary } from '../view/index.ts';

const MAX_TITLE_LENGTH = 160;

export function toTaskSummary(task: Task): TaskSummary {
  const { id, contextId, origin, state, createdAt, updatedAt, generation } = task;
  const { agent, principal } = origin;
  return {
    id,
    agent,
    contextId,
    principal,
    state,
    createdAt,
    updatedAt,
    generation,
    title: createTitle(task),
    steps: task.steps,
    usage: task.usage,
    costUsd: task.costUsd,
    children: listChildTasks(task),
  };
}

export function toTaskDetails(task: Task): TaskDetails {
  const { workingMs, toolCalls, end, selection, origin } = task;
  return {
    ...toTaskSummary(task),
    workingMs,
    toolCalls,
    ...(end && { end }),
    context: selection?.items ?? [],
    ...(selection?.note !== undefined && { contextNote: selection.note }),
    path: origin.delegation?.path ?? [],
  };
}

function createTitle({ entries, inbox }: Task): string {
  const own = toArray(entries);
  const first = [...own, ...inbox].find(({ message }) => message.role === 'user');
  const text = first ? getText(first.message).replaceAll(/\s+/g, ' ').trim() : '';
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}

/** Lists the tasks that the calls of this task have waited for or are waiting for. */
function listChildTasks({ delegated = {}, calls }: Task): string[] {
  const named = calls.flatMap(({ awaits, awaited = [] }) =>
    [...awaited.map((one) => one.awaits), ...(awaits ? [awaits] : [])]
      .filter(({ elsewhere }) => elsewhere !== true)
      .map(({ task_id: id }) => id),
  );
  return [...new Set([...Object.keys(delegated), ...named])];
}
