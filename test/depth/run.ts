/** `npm run measure:depth -- [--depths 100,1000] [--runner memory] [--entry NAME]` */
import { parseArgs } from 'node:util';
import { RUNNERS } from './entry.ts';
import { ENTRIES, formatCell, isBad, tryAll } from './table.ts';

const { values } = parseArgs({
  options: {
    depths: { type: 'string', default: '100,1000,10000,100000' },
    runner: { type: 'string' },
    entry: { type: 'string' },
  },
});

const choose = <T>(all: Readonly<Record<string, T>>, part: string | undefined): Record<string, T> =>
  Object.fromEntries(
    Object.entries(all).filter(([name]) => part === undefined || name.includes(part)),
  );

let [cells, bad, stranded] = [0, 0, 0];
const chosen = {
  depths: values.depths.split(',').map(Number),
  runners: choose(RUNNERS, values.runner),
  entries: choose(ENTRIES, values.entry),
};
for await (const cell of tryAll(chosen)) {
  cells += 1;
  stranded += cell.stranded;
  if (isBad(cell)) bad += 1;
  process.stdout.write(`${formatCell(cell)}\n`);
}
process.stdout.write(`${cells} tried, ${stranded} stranded, ${bad} above 1 s or 50 MB\n`);
if (bad > 0 || cells === 0) process.exitCode = 1;
