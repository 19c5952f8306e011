import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { pino } from 'pino';
import {
  Agent,
  createClient,
  openSqlite,
  scriptedAgent,
  serve,
  type ServeOptions,
} from '@timestep-ai/timestep';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Asks a server once, and closes it. */
async function asked(
  options: Partial<ServeOptions>,
  beforeClose: () => Promise<void> = async () => undefined,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const guide = new Agent({
    agentId: 'guide',
    name: 'guide',
    model: scriptedAgent(() => 'It is sunny.'),
  });
  const serving = await serve({
    agents: [guide],
    port: 0,
    backend: (needs) => openSqlite({ ...needs, path: join(folder, 'tasks.db') }),
    ...options,
  });
  const client = createClient();
  await client.ask(serving.url, 'How is the weather?');
  await client.close();
  await beforeClose();
  await serving.close(5000);
}

it('gives a meter of the SDK of OpenTelemetry what it measures', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const provider = new MeterProvider({ readers: [reader] });
  // What is looked at is there while the server is; what tasks did is measured once they went on.
  const collect = () => provider.forceFlush();
  await asked({ meter: provider.getMeter('my-app') }, collect);
  await collect();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap((scope) =>
      scope.metrics.map(({ descriptor, dataPoints }) => ({
        name: descriptor.name,
        unit: descriptor.unit,
        points: dataPoints.length,
      })),
    ),
  );
  await provider.shutdown();
  const names = new Set(metrics.map(({ name, unit }) => `${name} ${unit}`));
  expect([...names].toSorted()).toEqual([
    'gen_ai.client.inference.duration s',
    'gen_ai.client.inference.usage.input_tokens {token}',
    'gen_ai.client.inference.usage.output_tokens {token}',
    'gen_ai.invoke_agent.duration s',
    'http.server.request.duration s',
    'timestep.agents {agent}',
    'timestep.events {event}',
    'timestep.outbox.age s',
    'timestep.outbox.backlog {target}',
    'timestep.store.commit.duration s',
    'timestep.store.healthy 1',
    'timestep.store.queue.duration s',
    'timestep.tasks {task}',
  ]);
  expect(metrics.every(({ points }) => points > 0)).toBe(true);
});

it('writes to a logger of pino', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  await asked({ log });
  const turn = lines.find(({ msg }) => msg === 'invoke_agent guide ended');
  expect(turn).toMatchObject({ level: 30, agent: 'guide' });
  expect(lines.some(({ msg }) => msg === 'a request was answered')).toBe(true);
});
