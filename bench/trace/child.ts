/**
 * Measures one subject in a separate process: `child.ts <subject> <sink> <warm-up> <episodes>
 * [home]`. The last line of stdout is the measurement.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER } from '../episode/weather.ts';
import { computeQuantile } from '../statistics.ts';
import type { TraceMeasurement } from './measurement.ts';
import type { PrepareTraced, TraceSubject } from './subject.ts';

const [name = '', sink = '', warmUp = '', episodes = '', home] = process.argv.slice(2);

/**
 * Number of episodes in a burst: like requests, they come in bursts, so that spans are sent while
 * others are created.
 */
const BURST = 50;
const PAUSE_MS = 25;
const SETTLED_MS = 1500;

const { prepare } = (await import(`./subjects/${name}.ts`)) as { prepare: PrepareTraced };
const subject = await prepare(sink, home);
await runEpisodes(subject, Number(warmUp));
// The code that sends spans is loaded with the first spans.
await pause(SETTLED_MS);
const cpuBefore = process.cpuUsage();
const latencies = await runEpisodes(subject, Number(episodes));
await subject.end();
const cpu = process.cpuUsage(cpuBefore);

const measurement: TraceMeasurement = {
  cpuUs: (cpu.user + cpu.system) / Number(episodes),
  latencyUs: computeQuantile(latencies, 0.5),
  latencyP99Us: computeQuantile(latencies, 0.99),
};
console.log(JSON.stringify(measurement));
process.exit(0);

async function runEpisodes({ runOne }: TraceSubject, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let done = 1; done <= count; done += 1) {
    const begun = performance.now();
    const answer = await runOne();
    taken.push((performance.now() - begun) * 1000);
    if (answer !== ANSWER) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
    if (done % BURST === 0) await pause(PAUSE_MS);
  }
  return taken;
}
