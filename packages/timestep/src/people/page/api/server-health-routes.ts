import type { MeasuredSeries, ServerHealth } from '../../view/index.ts';
import { countTasksByState, type ProtocolHost } from '../../../serving/server/index.ts';
import { createJsonResponse, type ApiCall, type ApiRoute } from './api-route.ts';

export const HEALTH_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/operating', handle: handleGetServerHealth },
];

async function handleGetServerHealth({ context: { site } }: ApiCall): Promise<Response> {
  const { tasks, agents, runner, measuring } = site;
  const trouble = runner.getStorageProblem?.();
  const { user, system } = process.cpuUsage();
  const report: ServerHealth = {
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
  return createJsonResponse(report);
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
