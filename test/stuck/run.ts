/** `npm run test:stuck -- [--tasks N] [--seed S] [--from INDEX]`: see `--help`. Exits with 1 if a task is stuck. */
import { parseArgs } from 'node:util';
import { findStuckTasks } from './stuck.ts';

const HELP = `Runs hostile models, tools and callers in one process. Every task must end, or wait with a visible reason.
Prints how the tasks rest, and exits with 1 if one is stuck.

  npm run test:stuck                                       100000 tasks; takes less than half an hour
  npm run test:stuck -- --tasks 1000 --seed 7              fewer tasks, by other random choices
  npm run test:stuck -- --seed 7 --from 450 --tasks 1      one task again that was found stuck
`;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const SHOWN = 20;

async function main(): Promise<void> {
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
}

if (values.help) process.stdout.write(HELP);
else await main();
