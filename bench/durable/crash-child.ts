/**
 * A process that is killed in the middle of its tasks, or its successor: `crash-child.ts <subject>
 * <folder> <server address> <effect to be killed at | never>`. The successor prints, in the last
 * line of stdout, when it continued and when all tasks were done.
 */
import { setTimeout } from 'node:timers/promises';
import { createCountedEffects } from './effect.ts';
import type { StartEngine } from './engine.ts';
import { CRASH, type Resumed } from './measurement.ts';
import { doTasks, createNames } from './work.ts';

const [name = '', folder = '', server = '', killAt = ''] = process.argv.slice(2);
const effects = createCountedEffects(killAt === 'never' ? Infinity : Number(killAt));
const { start } = (await import(`./subjects/${name}.ts`)) as { start: StartEngine };
const engine = await start({ folder, server, perform: effects.perform });

// The successor submits the same tasks again, like a client that got no answer.
const doing = doTasks(engine, createNames('crash', CRASH.tasks), CRASH.effects).then(() => true);
const isDone = await Promise.race([doing, setTimeout(CRASH.longestMs, false)]);
const resumed: Resumed = {
  wentOnAt: effects.firstAt() ?? null,
  doneAt: isDone ? effects.lastAt() : null,
  effects: effects.count(),
};
console.log(JSON.stringify(resumed));
process.exit(0);
