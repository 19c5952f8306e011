import { formatPrometheusText, PROMETHEUS_TYPE, readGauge, type Gauge } from '#protocols/metrics';
import type { Protocol } from '../routing/mount.ts';
import { isReadRequest } from '../routing/mount-index.ts';

const PATH = '/metrics';

/** Serves measurements for Prometheus. Tasks are measured from the first request on. */
export const metricsProtocol: Protocol = ({ measuring }) => ({
  mounts: [
    {
      prefix: PATH,
      isProbe: true,
      async answer(request) {
        if (!isReadRequest(request, PATH)) return undefined;
        const since = measuring.startMeasuring();
        const looked = await Promise.all(measuring.gauges.map(readGauge));
        const gauges = [...looked, ...getProcessGauges(since)];
        return new Response(formatPrometheusText(measuring.read(), gauges), {
          headers: { 'content-type': PROMETHEUS_TYPE, 'cache-control': 'no-store' },
        });
      },
    },
  ],
});

/** `since`: start of the task measurements, in milliseconds since the epoch. */
function getProcessGauges(since: number): readonly Gauge[] {
  const { user, system } = process.cpuUsage();
  return [
    toGauge(
      'timestep.metrics.start_time',
      'Start of the task measurements, in seconds since the epoch',
      's',
      since / 1000,
    ),
    {
      ...toGauge('process.cpu', 'Processor time of the process', 's', (user + system) / 1e6),
      isTotal: true,
    },
    toGauge('process.resident_memory', 'Memory of the process', 'By', process.memoryUsage.rss()),
  ];
}

function toGauge(name: string, about: string, unit: string, value: number): Gauge {
  return { name, description: about, unit, values: [{ labels: {}, value }] };
}
