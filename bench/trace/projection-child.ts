/**
 * Measures what becomes of logs when they are exported: `projection-child.ts <warm-up> <tasks>`. The last line
 * of stdout is the measurement.
 */
import type { NumberedEvent } from '@timestep-ai/timestep/core';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { buildSpans, spansToOtlp, type Span } from '@timestep-ai/timestep/trace';
import { mockModel } from '../episode/mock-model.ts';
import { tools } from '../episode/subjects/timestep.ts';
import type { ProjectionMeasurement } from './measurement.ts';
import { askOne, weatherBackend } from './weather-tasks.ts';

const [warmUp = '', tasks = ''] = process.argv.slice(2);

/** As many tasks as a batch has room for, when each has four spans. */
const BATCH = 128;
const SPANS_PER_TASK = 4;

const logs = await logsOf(Number(warmUp) + Number(tasks));
encoded(projected(logs.slice(0, Number(warmUp))));
const measured = logs.slice(Number(warmUp));
let spans: Span[][] = [];
const projectionUs = cpuUsOf(() => (spans = projected(measured)));
const count = spans.flat().length;
if (count !== measured.length * SPANS_PER_TASK) throw new Error(`there are ${count} spans`);
const encodingUs = cpuUsOf(() => encoded(spans));
const measurement: ProjectionMeasurement = {
  projectionUs: projectionUs / count,
  encodingUs: encodingUs / count,
};
console.log(JSON.stringify(measurement));

async function logsOf(most: number): Promise<NumberedEvent[][]> {
  const backend = weatherBackend(createLanguageModelAgent(mockModel(), { stream: false }), tools);
  const ids: string[] = [];
  backend.changes.watch({
    onChange: (taskId, hasEnded) => void (hasEnded && ids.push(taskId)),
    onClose: () => Promise.resolve(),
  });
  for (let asked = 0; asked < most; asked += 1) await askOne(backend);
  const all: NumberedEvent[][] = [];
  for (const id of ids) {
    const log: NumberedEvent[] = [];
    for await (const event of backend.tasks.events(id)) log.push(event);
    all.push(log);
  }
  await backend.close(0);
  return all;
}

function projected(all: readonly NumberedEvent[][]): Span[][] {
  return all.map((log) => buildSpans(log));
}

/** Returns the length of the texts, so that they are made. */
function encoded(all: readonly Span[][]): number {
  let length = 0;
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH).flat();
    length += JSON.stringify(spansToOtlp(batch, { service: 'bench', version: '1' })).length;
  }
  return length;
}

function cpuUsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
