/** `npm run test:typing -- [--lines N] [--seed S] [--only I]` */
import { parseArgs } from 'node:util';
import { typeAtRandom } from './typing.ts';

const HELP = `Types random text in random pieces into the chat of a terminal while lists open and close, and sees that what was
typed is what is sent.

  npm run test:typing                             10000 sequences of keys, seed 1
  npm run test:typing -- --lines 500 --seed 7     fewer, and others
  npm run test:typing -- --seed 7 --only 4711     one of them again
`;

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const first = Number(values.only ?? 0);
  const count = values.only === undefined ? Number(values.lines) : 1;
  let wrong = 0;
  for (let index = first; index < first + count; index += 1) {
    const problem = await typeAtRandom(Number(values.seed), index);
    if (!problem) continue;
    wrong += 1;
    process.stdout.write(`${JSON.stringify(problem)}\n`);
  }
  process.stdout.write(`${count} sequences of keys: ${wrong} sent something else\n`);
  if (wrong > 0) process.exitCode = 1;
}
