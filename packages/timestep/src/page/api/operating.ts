import type { MeasuredSeries, OperatingReport } from '../../view/index.ts';
import { taskCounts, type Site } from '../../server/index.ts';
import { data, type ApiCall, type ApiRoute } from './route.ts';

/** How the server does. */
export const OPERATING_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/operating', answer: reportAnswer },
];

async function reportAnswer({ context: { site } }: ApiCall): Promise<Response> {
  const { tasks, agents, runner, measuring } = site;
  const trouble = runner.trouble?.();
  const { user, system } = process.cpuUsage();
  const report: OperatingReport = {
    ...(trouble && { trouble: { code: trouble.code, message: trouble.message } }),
    agents: agents.list().length,
    tasks: await taskCounts(tasks),
    process: {
      memoryBytes: process.memoryUsage.rss(),
      cpuMs: (user + system) / 1000,
      uptimeMs: process.uptime() * 1000,
    },
    measuredSince: measuring.since(),
    measured: seriesOf(site),
  };
  return data(report);
}

function seriesOf({ measuring }: Pick<Site, 'measuring'>): readonly MeasuredSeries[] {
  return measuring
    .read()
    .flatMap(({ instrument: { name, about, unit, kind }, series }) =>
      series.map(({ labels, count, sum }) => ({ name, about, unit, kind, labels, count, sum })),
    );
}
