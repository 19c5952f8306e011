import type { GaugeValue, ReadableGauge } from '../metrics/index.ts';
import type { Clock, Outbox, Runner, StoredTasks } from '../port/index.ts';
import type { Servables } from './servables.ts';
import { taskCounts } from './task-counts.ts';

export interface GaugesSite {
  readonly tasks: Pick<StoredTasks, 'list'>;
  readonly runner: Pick<Runner, 'getStorageProblem'>;
  readonly agents: Pick<Servables, 'list'>;
  readonly outbox: Pick<Outbox, 'countBacklog'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the gauges of a server, which are read when measurements are requested. */
export function gaugesOf({
  tasks,
  runner,
  agents,
  outbox,
  clock,
}: GaugesSite): readonly ReadableGauge[] {
  return [
    gauge('timestep.tasks', 'Tasks in the database by state', '{task}', async () =>
      (await taskCounts(tasks)).map(({ state, count }) => ({ labels: { state }, value: count })),
    ),
    gauge('timestep.agents', 'Agents that are served', '{agent}', async () =>
      one(agents.list().length),
    ),
    gauge('timestep.store.healthy', '1 where tasks can be kept, else 0', '1', async () =>
      one(runner.getStorageProblem?.() ? 0 : 1),
    ),
    gauge(
      'timestep.outbox.backlog',
      'Receivers of notifications that are behind their tasks, by whether the newest delivery failed',
      '{target}',
      async () => {
        const { targets, failing } = await outbox.countBacklog();
        return [
          { labels: { state: 'waiting' }, value: targets - failing },
          { labels: { state: 'failing' }, value: failing },
        ];
      },
    ),
    gauge(
      'timestep.outbox.age',
      'How long ago the task changed of which a receiver waits longest to hear',
      's',
      async () => {
        const { since } = await outbox.countBacklog();
        return one(since === undefined ? 0 : Math.max(0, clock.now() - since) / 1000);
      },
    ),
  ];
}

function gauge(
  name: string,
  about: string,
  unit: string,
  read: ReadableGauge['read'],
): ReadableGauge {
  return { name, description: about, unit, read };
}

function one(value: number): readonly GaugeValue[] {
  return [{ labels: {}, value }];
}
