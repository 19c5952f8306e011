import type { Task } from '../core/index.ts';
import type { Runner, TaskQuery } from '../port/index.ts';

/** Whose turns are meant. */
export type TurnOwner = Required<Pick<TaskQuery, 'principal' | 'agent' | 'contextId'>>;

const PAGE = 50;

/** The turns of a session, the oldest first. */
export async function turnTasks(
  runner: Runner,
  owner: TurnOwner,
  among: Pick<TaskQuery, 'changedSince'> = {},
): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  let pageToken: string | undefined;
  do {
    const page = await runner.list({
      ...owner,
      ...among,
      pageSize: PAGE,
      ...(pageToken !== undefined && { pageToken }),
    });
    tasks.push(...page.tasks);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return tasks.toSorted((one, other) => one.createdAt - other.createdAt);
}

/** The newest turn that waits or is worked on, where there is one. */
export async function openTurn(runner: Runner, owner: TurnOwner): Promise<Task | undefined> {
  const found: Task[] = [];
  for (const state of ['submitted', 'working', 'input-required'] as const) {
    const { tasks } = await runner.list({ ...owner, state, pageSize: 1 });
    found.push(...tasks);
  }
  return found.toSorted((one, other) => other.createdAt - one.createdAt)[0];
}
