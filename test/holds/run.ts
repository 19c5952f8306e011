/** `npm run measure:holds -- [--tasks N] [--characters N] [--length N] [--all]`: see `--help`. */
import { parseArgs } from 'node:util';
import { formatHold, isTooLong, measureAllHolds } from './table.ts';

const HELP = `Measures the longest turn of the event loop, in processor time: of each route on a file of large tasks, and of
each parser and each plan of a change with hostile texts. Prints the longest, and exits with 1 if one is too long.

  npm run measure:holds                       300 tasks of 1000000 characters, texts of 200000; takes two minutes
  npm run measure:holds -- --length 20000     shorter texts
  npm run measure:holds -- --all              every figure
`;

const SHOWN = 20;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '300' },
    characters: { type: 'string', default: '1000000' },
    length: { type: 'string', default: '200000' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const holds = await measureAllHolds({
    tasks: Number(values.tasks),
    characters: Number(values.characters),
    length: Number(values.length),
  });
  const sorted = holds.toSorted((one, other) => other.ms - one.ms);
  const bad = sorted.filter(isTooLong);
  const shown = values.all ? sorted : [...bad, ...sorted.filter((hold) => !bad.includes(hold))];
  for (const hold of shown.slice(0, values.all ? undefined : Math.max(SHOWN, bad.length)))
    process.stdout.write(`${formatHold(hold)}\n`);
  process.stdout.write(`${holds.length} measured, ${bad.length} too long\n`);
  if (bad.length > 0 || holds.length === 0) process.exitCode = 1;
}

if (values.help) process.stdout.write(HELP);
else await main();
