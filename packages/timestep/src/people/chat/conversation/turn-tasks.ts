import { getText, hasTaskEnded, listValidEntries, omitUndefined, type Task } from '#core';
import type { Runner, TaskQuery } from '#engine/port';
import type { Turn } from './conversation.ts';

export type TurnOwner = Required<Pick<TaskQuery, 'principal' | 'agent' | 'contextId'>>;

const PAGE_SIZE = 50;

/** Lists the tasks of a session's turns, oldest first. */
export async function listTurnTasks(
  runner: Runner,
  owner: TurnOwner,
  filter: Pick<TaskQuery, 'changedSince'> = {},
): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  let pageToken: string | undefined;
  do {
    const page = omitUndefined({ pageSize: PAGE_SIZE, pageToken });
    const found = await runner.list({ ...owner, ...filter, ...page });
    tasks.push(...found.tasks);
    pageToken = found.nextPageToken;
  } while (pageToken !== undefined);
  return tasks.toSorted((one, other) => one.createdAt - other.createdAt);
}

export async function findOpenTurn(runner: Runner, owner: TurnOwner): Promise<Task | undefined> {
  const found: Task[] = [];
  for (const state of ['submitted', 'working', 'input-required'] as const) {
    const { tasks } = await runner.list({ ...owner, state, pageSize: 1 });
    found.push(...tasks);
  }
  if (found.length > 0) return found.toSorted((one, other) => other.createdAt - one.createdAt)[0];
  // A task whose state changed between the queries is in no result, so the task that changed last is checked.
  const { tasks } = await runner.list({ ...owner, pageSize: 1 });
  return tasks.find((task) => !hasTaskEnded(task));
}

export function taskToTurn(task: Task): Turn {
  const { id, state, createdAt, updatedAt, steps, usage, costUsd } = task;
  const said = listValidEntries(task).find(({ message }) => message.role === 'user');
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
