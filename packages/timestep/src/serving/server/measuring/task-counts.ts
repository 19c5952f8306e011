import type { TaskState } from '../../../core/index.ts';
import type { StoredTasks } from '../../../engine/port/index.ts';

export interface TaskCount {
  readonly state: TaskState;
  readonly count: number;
}

const STATES: Readonly<Record<TaskState, true>> = {
  submitted: true,
  working: true,
  'input-required': true,
  completed: true,
  failed: true,
  canceled: true,
  rejected: true,
};

export async function countTasksByState(
  tasks: Pick<StoredTasks, 'list'>,
): Promise<readonly TaskCount[]> {
  const states = Object.keys(STATES) as TaskState[];
  return Promise.all(
    states.map(async (state) => ({ state, count: (await tasks.list({ state, limit: 1 })).total })),
  );
}
