import { HOUR_MS } from '#engine/port';
import type { MeasuredSeries, ServerHealth, WorkReport } from '#people/view';
import { countTasksByState, type ProtocolHost } from '#serving/server';
import { createWorkReport } from '../hourly/report-work.ts';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';

export const HEALTH_ROUTES: ApiRoutes = {
  'GET /operating': getServerHealth,
  'GET /operating/work': getWorkReport,
};

/** Length in hours of each period, and of the steps into which it is divided. */
const PERIODS: Readonly<Record<string, { readonly hours: number; readonly step: number }>> = {
  day: { hours: 24, step: 1 },
  week: { hours: 168, step: 6 },
  month: { hours: 720, step: 24 },
};

/** Reports the recorded work of all agents in the last day, week or 30 days. */
async function getWorkReport({ url, context: { site, clock } }: ApiCall): Promise<WorkReport> {
  const asked = PERIODS[url.searchParams.get('period') ?? 'day'];
  if (!asked) throw new ApiError(400, 'bad-request', 'period must be "day", "week" or "month"');
  const now = clock.now();
  const until = now - (now % HOUR_MS) + HOUR_MS;
  const period = { since: until - asked.hours * HOUR_MS, until };
  const kept = await site.tasks.readWork?.(period);
  if (kept) return createWorkReport(kept, { ...period, stepMs: asked.step * HOUR_MS });
  const message =
    'the database of this server stores no hourly statistics: use the metrics at /metrics instead';
  throw new ApiError(404, 'no-kept-work', message);
}

async function getServerHealth({ context: { site } }: ApiCall): Promise<ServerHealth> {
  const { tasks, agents, runner, measuring } = site;
  const trouble = runner.getStorageProblem?.();
  const { user, system } = process.cpuUsage();
  return {
    ...(trouble && { trouble: { code: trouble.code, message: trouble.message } }),
    agents: agents.list().length,
    tasks: await countTasksByState(tasks),
    process: {
      memoryBytes: process.memoryUsage.rss(),
      cpuMs: (user + system) / 1000,
      uptimeMs: process.uptime() * 1000,
    },
    measuredSince: measuring.startMeasuring(),
    measured: listMeasuredSeries(site),
  };
}

function listMeasuredSeries({
  measuring,
}: Pick<ProtocolHost, 'measuring'>): readonly MeasuredSeries[] {
  return measuring
    .read()
    .flatMap(({ instrument: { name, description: about, unit, kind }, series }) =>
      series.map(({ labels, count, sum }) => ({ name, about, unit, kind, labels, count, sum })),
    );
}
