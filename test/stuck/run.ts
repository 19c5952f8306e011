/** `npm run test:stuck -- [--tasks N] [--seed S] [--from INDEX]` */
import { parseArgs } from 'node:util';
import { findStuckTasks } from './stuck.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});

const SHOWN = 20;
const begun = performance.now();
const { tasks, stuck, tally } = await findStuckTasks({
  seed: Number(values.seed),
  tasks: Number(values.tasks),
  from: Number(values.from),
  onProgress(done) {
    if (done % 5000 === 0) process.stderr.write(`${done}/${values.tasks}\n`);
  },
});
for (const [rest, count] of Object.entries(tally).toSorted(([, a], [, b]) => b - a)) {
  process.stdout.write(`${String(count).padStart(8)} ${rest}\n`);
}
for (const { index, runner, problem } of stuck.slice(0, SHOWN)) {
  process.stdout.write(`  task ${index} (${runner}) ${problem}\n`);
}
const seconds = Math.round((performance.now() - begun) / 1000);
process.stdout.write(`${tasks} tasks, ${stuck.length} stuck, ${seconds} s\n`);
if (stuck.length > 0) process.exitCode = 1;
