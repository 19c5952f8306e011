/**
 * A process that is killed during its tasks, or the process that resumes them: `crash-child.ts
 * <subject> <folder> <server address> <effect to be killed at | never>`. The resuming process
 * prints, in the last line of stdout, when it resumed and when all tasks were done.
 */
import { setTimeout } from 'node:timers/promises';
import { countedEffects } from './effect.ts';
import type { StartEngine } from './engine.ts';
import { CRASH, type Resumed } from './measurement.ts';
import { doTasks, namesOf } from './work.ts';

const [name = '', folder = '', server = '', killAt = ''] = process.argv.slice(2);
const effects = countedEffects(killAt === 'never' ? Infinity : Number(killAt));
const { start } = (await import(`./subjects/${name}.ts`)) as { start: StartEngine };
const engine = await start({ folder, server, perform: effects.perform });

// It asks for the same again, as a client does that got no answer.
const doing = doTasks(engine, namesOf('crash', CRASH.tasks), CRASH.effects).then(() => true);
const isDone = await Promise.race([doing, setTimeout(CRASH.longestMs, false)]);
const resumed: Resumed = {
  wentOnAt: effects.firstAt() ?? null,
  doneAt: isDone ? effects.lastAt() : null,
  effects: effects.count(),
};
console.log(JSON.stringify(resumed));
process.exit(0);
