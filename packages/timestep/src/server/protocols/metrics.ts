import { prometheusText, PROMETHEUS_TYPE, type Gauge } from '../../metrics/index.ts';
import type { Protocol, Site } from '../mount.ts';
import { taskCounts } from '../task-counts.ts';

const PATH = '/metrics';

/**
 * Shows measurements to Prometheus, behind the keys of the server. Tasks are measured from the first request
 * for measurements on, so that a server without such requests does not read its logs again.
 */
export const metricsProtocol: Protocol = (site) => ({
  mounts: [
    {
      prefix: PATH,
      isProbe: true,
      async answer({ method, url }) {
        const isRead = method === 'GET' || method === 'HEAD';
        if (!isRead || new URL(url).pathname !== PATH) return undefined;
        const gauges = await gaugesOf(site);
        return new Response(prometheusText(site.measuring.read(), gauges), {
          headers: { 'content-type': PROMETHEUS_TYPE, 'cache-control': 'no-store' },
        });
      },
    },
  ],
});

async function gaugesOf({ tasks, runner, agents, measuring }: Site): Promise<Gauge[]> {
  const counts = (await taskCounts(tasks)).map(({ state, count }) => ({
    labels: { state },
    value: count,
  }));
  const { user, system } = process.cpuUsage();
  return [
    gauge('timestep.tasks', 'Tasks in the database by state', '{task}', counts),
    gauge('timestep.agents', 'Agents that are served', '{agent}', agents.list().length),
    gauge(
      'timestep.store.healthy',
      '1 where tasks can be kept, else 0',
      '1',
      runner.trouble?.() ? 0 : 1,
    ),
    gauge(
      'timestep.metrics.start_time',
      'Since when tasks are measured, in seconds since the epoch',
      's',
      measuring.since() / 1000,
    ),
    {
      ...gauge('process.cpu', 'Processor time of the process', 's', (user + system) / 1e6),
      isTotal: true,
    },
    gauge('process.resident_memory', 'Memory of the process', 'By', process.memoryUsage.rss()),
  ];
}

function gauge(name: string, about: string, unit: string, values: number | Gauge['values']): Gauge {
  return {
    name,
    about,
    unit,
    values: typeof values === 'number' ? [{ labels: {}, value: values }] : values,
  };
}
