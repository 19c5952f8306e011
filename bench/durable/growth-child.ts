/**
 * Measures the cost of an event in tasks of growing length: `growth-child.ts <folder>`. The last
 * line of stdout is a list of lengths and costs.
 */
import { createCountedEffects } from './effect.ts';
import { LENGTHS, type EventCost } from './measurement.ts';
import { start } from './subjects/timestep.ts';
import { doTasks, createNames } from './work.ts';

/**
 * Events besides those of effects: submitted, received, prompt, the last model call and the end.
 */
const EVENTS_OF_EVERY_TASK = 6;
const EVENTS_OF_AN_EFFECT = 2;
/** Minimum number of events of each length, so that there is enough to measure. */
const EVENTS = 2000;

const [folder = ''] = process.argv.slice(2);
const engine = await start({ folder, server: '', perform: createCountedEffects().perform });
await measureTasks('warm-up', 100);
const costs: EventCost[] = [];
for (const events of LENGTHS)
  costs.push({ events, cpuUs: await measureTasks(`of-${events}`, events) });
await engine.stop();
console.log(JSON.stringify(costs));

/**
 * Runs tasks with this number of events, one after the other; returns microseconds of CPU per
 * event.
 */
async function measureTasks(prefix: string, events: number): Promise<number> {
  const effects = 2 * Math.round((events - EVENTS_OF_EVERY_TASK) / EVENTS_OF_AN_EFFECT / 2);
  const names = createNames(prefix, Math.ceil(EVENTS / events));
  const before = process.cpuUsage();
  for (const name of names) await doTasks(engine, [name], effects);
  const { user, system } = process.cpuUsage(before);
  const eventsOfATask = effects * EVENTS_OF_AN_EFFECT + EVENTS_OF_EVERY_TASK;
  return (user + system) / (names.length * eventsOfATask);
}
