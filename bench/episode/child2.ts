/**
 * Measures one subject in a separate process: `child.ts <subject> <warm-up> <episodes>`. Run with
 * `--expose-gc`. The last line of stdout is the measurement.
 */
import { setImmediate } from 'node:timers/promises';
import type { EpisodeMeasurement } from './measurement.ts';
import type { Prepare } from './subject.ts';
import { ANSWER } from './weather.ts';

const [name = '', warmUp = '', episodes = ''] = process.argv.slice(2);

const begun = performance.now();
const { prepare } = (await import(`./subjects/${name}.ts`)) as { prepare: Prepare };
const runOne = prepare();
await runAndCheck();
const coldMs = performance.now() - begun;

await runEpisodes(Number(warmUp));
const heapBefore = await settledHeap();
const cpuBefore = process.cpuUsage(); const tb = process.threadCpuUsage(); const w0 = performance.now();
await runEpisodes(Number(episodes));
const cpu = process.cpuUsage(cpuBefore); const th = process.threadCpuUsage(tb); const w1 = performance.now();
const heapAfter = await settledHeap();

const measurement: EpisodeMeasurement = {
  cpuUs: (cpu.user + cpu.system) / Number(episodes),
  retainedBytes: (heapAfter - heapBefore) / Number(episodes),
  coldMs,
  peakRssMb: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify({ ...measurement, user: cpu.user / Number(episodes), sys: cpu.system / Number(episodes), main: (th.user + th.system) / Number(episodes), wall: (w1 - w0) * 1000 / Number(episodes) }));

async function runEpisodes(count: number): Promise<void> {
  for (let done = 1; done <= count; done += 1) {
    await runAndCheck();
    // Streams and timers get a turn, as in a program with other work.
    if (done % 64 === 0) await setImmediate();
  }
}

async function runAndCheck(): Promise<void> {
  const answer = await runOne();
  if (answer !== ANSWER) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
}

async function settledHeap(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}
