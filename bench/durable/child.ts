/**
 * Measures one engine: `child.ts <subject> <folder> <server address> <server pid> <effects
 * of a task>`. The last line of stdout is the measurement.
 */
import { countedEffects } from './effect.ts';
import type { Engine, StartEngine, Submitted } from './engine.ts';
import { CONCURRENCIES, type Measurement, type Pass } from './measurement.ts';
import { cpuOf } from './servers/cpu-of.ts';
import { checkAnswers, doTasks, namesOf } from './work.ts';

/** Rounds of tasks are repeated until they have taken so long together. */
const SHORTEST_MS = 500;
/**
 * Number of concurrent clients, and of short tasks that each sends in sequence; each waits for the
 * last to be accepted.
 */
const ACCEPT = { clients: 20, each: 10, effects: 2 };

const [name = '', folder = '', server = '', serverPid = '0', ofTask = '50'] = process.argv.slice(2);
const EFFECTS = Number(ofTask);
const effects = countedEffects();
const { start } = (await import(`./subjects/${name}.ts`)) as { start: StartEngine };
const engine: Engine = await start({ folder, server, perform: effects.perform });

await doTasks(engine, namesOf('warm-up', ACCEPT.clients), EFFECTS);
const passes: Pass[] = [];
for (const tasks of CONCURRENCIES) passes.push(await pass(tasks));
const measurement: Measurement = { passes, acceptMs: await acceptTimes() };
await engine.stop();
console.log(JSON.stringify(measurement));
process.exit(0);

/**
 * The time ends with the last effect: how an engine's client hears of a task's end, some by asking
 * once a second, is another matter.
 */
async function pass(tasks: number): Promise<Pass> {
  let [milliseconds, cpuUs, done] = [0, 0, 0];
  for (let repeat = 1; milliseconds < SHORTEST_MS; repeat += 1) {
    const [doneBefore, cpuBefore, begun] = [effects.count(), usedCpu(), now()];
    await doTasks(engine, namesOf(`of-${tasks}-${repeat}`, tasks), EFFECTS);
    milliseconds += effects.lastAt() - begun;
    cpuUs += usedCpu() - cpuBefore;
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
    namesOf('client', ACCEPT.clients).map(async (client) => {
      for (const task of namesOf(client, ACCEPT.each)) {
        const begun = performance.now();
        submitted.push(await engine.submit(task, ACCEPT.effects));
        times.push(performance.now() - begun);
      }
    }),
  );
  await checkAnswers(submitted, ACCEPT.effects);
  return times;
}

/** Of this process and of the server that it needs, microseconds. */
function usedCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system + cpuOf(Number(serverPid));
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
