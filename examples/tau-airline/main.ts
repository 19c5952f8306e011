/** `npm run example:tau-airline -- --data DIR`: replays the recorded episodes of tau-bench airline. */
import { parseArgs } from 'node:util';
import { measureConformance } from './conformance.ts';

const HELP = `Replays the 200 recorded GPT-4o episodes of tau-bench airline against our own environment, and
prints, as one line of JSON, how many results equal the recorded ones.

  npm run example:tau-airline -- --data DIR

DIR holds gpt-4o-airline.json, flights.json, reservations.json and users.json of
github.com/sierra-research/tau-bench (MIT).
`;

const { values } = parseArgs({
  options: { data: { type: 'string' }, help: { type: 'boolean', default: false } },
});

if (values.help) process.stdout.write(HELP);
else if (values.data === undefined) {
  process.stderr.write('--data is missing: pass --data DIR, see --help\n');
  process.exitCode = 2;
} else {
  const found = await measureConformance(values.data, (text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
