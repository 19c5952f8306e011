import { textOf, toArray, type Task } from '../core/index.ts';
import type { TaskHead, TaskLine } from '../view/index.ts';

const LONGEST_TITLE = 160;

/** A task as a list shows it. */
export function taskLine(task: Task): TaskLine {
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
    title: titleOf(task),
    steps: task.steps,
    usage: task.usage,
    costUsd: task.costUsd,
    children: childrenOf(task),
  };
}

/** A task as its own view shows it beside its log. */
export function taskHead(task: Task): TaskHead {
  const { workingMs, toolCalls, end, selection, origin } = task;
  return {
    ...taskLine(task),
    workingMs,
    toolCalls,
    ...(end && { end }),
    context: selection?.items ?? [],
    ...(selection?.note !== undefined && { contextNote: selection.note }),
    path: origin.delegation?.path ?? [],
  };
}

function titleOf({ entries, inbox }: Task): string {
  const own = toArray(entries);
  const first = [...own, ...inbox].find(({ message }) => message.role === 'user');
  const text = first ? textOf(first.message).replaceAll(/\s+/g, ' ').trim() : '';
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text;
}

/** The tasks that its calls have waited for, or wait for now. */
function childrenOf({ delegated = {}, calls }: Task): string[] {
  const named = calls.flatMap(({ awaits, awaited = [] }) =>
    [...awaited.map((one) => one.awaits), ...(awaits ? [awaits] : [])]
      .filter(({ elsewhere }) => elsewhere !== true)
      .map(({ task_id: id }) => id),
  );
  return [...new Set([...Object.keys(delegated), ...named])];
}
