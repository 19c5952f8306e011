import type { Gauge, ReadableGauge } from '#protocols/metrics';
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
    {
      name: 'timestep.waiting.age',
      description: 'Age of the oldest message that no worker has begun, by agent and task queue',
      unit: 's',
      read: () => readWaitingAges({ tasks, agents }, clock),
    },
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

/** Each agent has a value, also if nothing waits, because a scaler needs one to remove workers. */
async function readWaitingAges(
  { tasks, agents }: Pick<ProtocolHost, 'tasks' | 'agents'>,
  clock: Pick<Clock, 'now'>,
): Promise<Gauge['values']> {
  const work = await tasks.findWaitingWork?.();
  if (!work) return [];
  const served = agents.list().map(({ agentId }) => [agentId, 0] as const);
  const waiting = work.oldest.map(({ agent, since }) => {
    return [agent, Math.max(0, clock.now() - since) / 1000] as const;
  });
  return [...new Map([...served, ...waiting])].map(([agent, value]) => ({
    labels: { agent, queue: work.queue },
    value,
  }));
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
