/** `npm run test:stops -- [--stops N] [--seed S]` */
import { parseArgs } from 'node:util';
import { runStops } from './stops.ts';

const { values } = parseArgs({
  options: { stops: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const begunAt = performance.now();
const { breaches, seen } = await runStops(Number(values.stops), Number(values.seed));
for (const breach of breaches) process.stdout.write(`${breach}\n`);
for (const [row, count] of Object.entries(seen).toSorted(([a], [b]) => a.localeCompare(b)))
  process.stdout.write(`${String(count).padStart(5)} ${row}\n`);
const seconds = Math.round((performance.now() - begunAt) / 1000);
process.stdout.write(
  `${values.stops} stops, ${breaches.length} false, ${seconds} s, seed ${values.seed}\n`,
);
if (breaches.length > 0) process.exitCode = 1;
