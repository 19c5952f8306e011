import type { ReadableGauge } from '#protocols/metrics';
import type { Clock, StoredTasks } from '#engine/port';
import type { ProtocolHost } from '../routing/mount.ts';
import type { TaskState } from '#core';

export function createServerGauges(
  { tasks, runner, agents, outbox }: Pick<ProtocolHost, 'tasks' | 'runner' | 'agents' | 'outbox'>,
  clock: Pick<Clock, 'now'>,
): readonly ReadableGauge[] {
  return [
    createGauge('timestep.tasks', 'Tasks in the database by state', '{task}', async () => {
      const counts = await countTasksByState(tasks);
      return Object.fromEntries(counts.map(({ state, count }) => [state, count]));
    }),
    createGauge('timestep.agents', 'Agents that are served', '{agent}', () => agents.list().length),
    createGauge('timestep.store.healthy', '1 if tasks can be stored, else 0', '1', () =>
      runner.getStorageProblem?.() ? 0 : 1,
    ),
    createGauge(
      'timestep.outbox.backlog',
      'Receivers of push notifications with undelivered updates, by whether the last delivery failed',
      '{target}',
      async () => {
        const { targets, failing } = await outbox.countBacklog();
        return { waiting: targets - failing, failing };
      },
    ),
    createGauge(
      'timestep.outbox.age',
      'Age of the oldest task update that was not delivered',
      's',
      async () => {
        const { since } = await outbox.countBacklog();
        return since === undefined ? 0 : Math.max(0, clock.now() - since) / 1000;
      },
    ),
  ];
}

type StateValues = Readonly<Record<string, number>>;

/** Creates a gauge with one value, or with values by state. */
function createGauge(
  name: string,
  description: string,
  unit: string,
  read: () => number | Promise<number | StateValues>,
): ReadableGauge {
  return {
    name,
    description,
    unit,
    async read() {
      const found = await read();
      if (typeof found === 'number') return [{ labels: {}, value: found }];
      return Object.entries(found).map(([state, value]) => ({ labels: { state }, value }));
    },
  };
}

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
