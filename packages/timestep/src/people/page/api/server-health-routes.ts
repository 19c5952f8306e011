import type { MeasuredSeries, ServerHealth } from '#people/view';
import { countTasksByState, type ProtocolHost } from '#serving/server';
import type { ApiCall, ApiRoutes } from './api-route.ts';

export const HEALTH_ROUTES: ApiRoutes = { 'GET /operating': getServerHealth };

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
