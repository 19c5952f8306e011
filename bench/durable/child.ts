/**
 * Measures one engine: `child.ts <subject> <folder> <server address> <server pid> <effects
 * of a task>`. The last line of stdout is the measurement.
 */
import { createCountedEffects } from './effect.ts';
import type { Engine, StartEngine, Submitted } from './engine.ts';
import { CONCURRENCIES, type Measurement, type Pass } from './measurement.ts';
import { readCpuTime } from './servers/cpu-of.ts';
import { checkAnswers, doTasks, createNames } from './work.ts';

/** Rounds of tasks are repeated until they have taken this number of milliseconds in total. */
const SHORTEST_MS = 500;
/**
 * The number of clients that send short tasks, one after the other, each as soon as the last task
 * is accepted.
 */
const ACCEPT = { clients: 20, each: 10, effects: 2 };

const [name = '', folder = '', server = '', serverPid = '0', ofTask = '50'] = process.argv.slice(2);
const EFFECTS = Number(ofTask);
const effects = createCountedEffects();
const { start } = (await import(`./subjects/${name}.ts`)) as { start: StartEngine };
const engine: Engine = await start({ folder, server, perform: effects.perform });

await doTasks(engine, createNames('warm-up', ACCEPT.clients), EFFECTS);
const passes: Pass[] = [];
for (const tasks of CONCURRENCIES) passes.push(await measurePass(tasks));
const measurement: Measurement = { passes, acceptMs: await acceptTimes() };
await engine.stop();
console.log(JSON.stringify(measurement));
process.exit(0);

/**
 * The measured time ends with the last effect. The notification of the client about the end of a
 * task is excluded, because some engines poll for it once a second.
 */
async function measurePass(tasks: number): Promise<Pass> {
  let [milliseconds, cpuUs, done] = [0, 0, 0];
  for (let repeat = 1; milliseconds < SHORTEST_MS; repeat += 1) {
    const [doneBefore, cpuBefore, begun] = [effects.count(), readCpu(), readTime()];
    await doTasks(engine, createNames(`of-${tasks}-${repeat}`, tasks), EFFECTS);
    milliseconds += effects.lastAt() - begun;
    cpuUs += readCpu() - cpuBefore;
    done += effects.count() - doneBefore;
    const due = repeat * tasks * EFFECTS;
    if (done !== due) throw new Error(`${done} effects instead of ${due}`);
  }
  return { tasks, effects: done, seconds: milliseconds / 1000, cpuUs };
}

async function acceptTimes(): Promise<number[]> {
  const times: number[] = [];
  const submitted: Submitted[] = [];
  await Promise.all(
    createNames('client', ACCEPT.clients).map(async (client) => {
      for (const task of createNames(client, ACCEPT.each)) {
        const begun = performance.now();
        submitted.push(await engine.submit(task, ACCEPT.effects));
        times.push(performance.now() - begun);
      }
    }),
  );
  await checkAnswers(submitted, ACCEPT.effects);
  return times;
}

/** Microseconds of CPU of this process and of its server. */
function readCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system + readCpuTime(Number(serverPid));
}

function readTime(): number {
  return performance.timeOrigin + performance.now();
}
