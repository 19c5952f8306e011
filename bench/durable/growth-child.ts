/**
 * What an event costs in tasks of growing length: `growth-child.ts <folder>`. The last line of
 * stdout is a list of lengths and costs.
 */
import { countedEffects } from './effect.ts';
import { LENGTHS, type EventCost } from './measurement.ts';
import { start } from './subjects/timestep.ts';
import { doTasks, namesOf } from './work.ts';

/** Beside those of its effects: submitted, received, prompt, the last model call and the end. */
const EVENTS_OF_EVERY_TASK = 6;
const EVENTS_OF_AN_EFFECT = 2;
/** Minimum number of events to measure for each task length. */
const EVENTS = 2000;

const [folder = ''] = process.argv.slice(2);
const engine = await start({ folder, server: '', perform: countedEffects().perform });
await many('warm-up', 100);
const costs: EventCost[] = [];
for (const events of LENGTHS) costs.push({ events, cpuUs: await many(`of-${events}`, events) });
await engine.stop();
console.log(JSON.stringify(costs));

/** Runs tasks of `events` events in sequence. Returns the CPU time per event in microseconds. */
async function many(prefix: string, events: number): Promise<number> {
  const effects = 2 * Math.round((events - EVENTS_OF_EVERY_TASK) / EVENTS_OF_AN_EFFECT / 2);
  const names = namesOf(prefix, Math.ceil(EVENTS / events));
  const before = process.cpuUsage();
  for (const name of names) await doTasks(engine, [name], effects);
  const { user, system } = process.cpuUsage(before);
  const eventsOfATask = effects * EVENTS_OF_AN_EFFECT + EVENTS_OF_EVERY_TASK;
  return (user + system) / (names.length * eventsOfATask);
}
