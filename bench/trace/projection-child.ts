/**
 * Measures the cost of exporting logs: `projection-child.ts <warm-up> <tasks>`. The last line of
 * stdout is the measurement.
 */
import type { NumberedEvent } from '@timestep-ai/timestep/core';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { buildSpans, spansToOtlp, type Span } from '@timestep-ai/timestep/trace';
import { createMockModel } from '../episode/mock-model.ts';
import { tools } from '../episode/subjects/timestep.ts';
import type { ProjectionMeasurement } from './measurement.ts';
import { runOneTask, createWeatherBackend } from './weather-tasks.ts';

const [warmUp = '', tasks = ''] = process.argv.slice(2);

/** Number of tasks that fit into a batch with four spans each. */
const BATCH = 128;
const SPANS_PER_TASK = 4;

const logs = await createLogs(Number(warmUp) + Number(tasks));
encodeAll(buildAllSpans(logs.slice(0, Number(warmUp))));
const measured = logs.slice(Number(warmUp));
let spans: Span[][] = [];
const projectionUs = measureCpuUs(() => (spans = buildAllSpans(measured)));
const count = spans.flat().length;
if (count !== measured.length * SPANS_PER_TASK) throw new Error(`there are ${count} spans`);
const encodingUs = measureCpuUs(() => encodeAll(spans));
const measurement: ProjectionMeasurement = {
  projectionUs: projectionUs / count,
  encodingUs: encodingUs / count,
};
console.log(JSON.stringify(measurement));

async function createLogs(most: number): Promise<NumberedEvent[][]> {
  const backend = createWeatherBackend(
    createLanguageModelAgent(createMockModel(), { stream: false }),
    tools,
  );
  const ids: string[] = [];
  backend.changes.watch({
    onChange: (taskId, hasEnded) => void (hasEnded && ids.push(taskId)),
    onClose: () => Promise.resolve(),
  });
  for (let asked = 0; asked < most; asked += 1) await runOneTask(backend);
  const all: NumberedEvent[][] = [];
  for (const id of ids) {
    const log: NumberedEvent[] = [];
    for await (const event of backend.tasks.events(id)) log.push(event);
    all.push(log);
  }
  await backend.close(0);
  return all;
}

function buildAllSpans(all: readonly NumberedEvent[][]): Span[][] {
  return all.map((log) => buildSpans(log));
}

/** Returns the length of the texts, so that the engine cannot skip their creation. */
function encodeAll(all: readonly Span[][]): number {
  let length = 0;
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH).flat();
    length += JSON.stringify(spansToOtlp(batch, { service: 'bench', version: '1' })).length;
  }
  return length;
}

function measureCpuUs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
