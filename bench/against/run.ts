/** Measures this checkout and another one in alternate rounds: `run.ts BENCH_FOLDER [suite …]`. */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { formatFigure } from '../statistics.ts';
import { renderTable } from '../table.ts';
import { compareCosts, type Comparison } from './compare-costs.ts';
import { MEASURES, type Costs } from './measure-checkout.ts';

const OWN = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '12' }, json: { type: 'boolean', default: false } },
});
const [other = '', ...suites] = positionals;
const rounds = Number(values.rounds);
const unknown = suites.find((suite) => !(suite in MEASURES));
if (unknown !== undefined) {
  stopWith(`there is no suite ${unknown}; there are ${Object.keys(MEASURES).join(', ')}`);
}
if (!(Number.isInteger(rounds) && rounds > 0)) {
  stopWith(`--rounds takes a whole number from 1, not ${values.rounds}`);
}
const rows: Comparison[] = [];
for (const [suite, measure] of Object.entries(MEASURES)) {
  if (suites.length > 0 && !suites.includes(suite)) continue;
  const before: Costs[] = [];
  const now: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) {
    console.error(`${suite}: round ${round + 1} of ${rounds}`);
    // Each checkout is first in every second round.
    if (round % 2 === 0) before.push(await measure(other));
    now.push(await measure(OWN));
    if (round % 2 === 1) before.push(await measure(other));
  }
  rows.push(...compareCosts(suite, before, now));
}
const head = ['', 'before µs', 'now µs', '× best', '× median', '× paired'];
const lines = rows.map((row) => [
  `${row.suite}, ${row.name}`,
  formatFigure(row.before_us),
  formatFigure(row.now_us),
  row.best.toFixed(3),
  row.median.toFixed(3),
  row.paired.toFixed(3),
]);
console.log(renderTable(head, lines));
if (values.json) console.log(JSON.stringify({ rows }));

function stopWith(problem: string): never {
  console.error(problem);
  process.exit(2);
}
