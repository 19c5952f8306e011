/** `npm run test:spellings -- [--count N] [--seconds S] [--seed S] [--only I] [--json]` */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCommandHunt } from './command-spellings.ts';
import { hunt, type Passed } from './hunt.ts';
import { createPathHunt } from './path-spellings.ts';
import { createUrlHunt } from './url-spellings.ts';

const HELP = `Writes paths, commands and URLs in many ways, and sees that none reaches what permission rules deny without
a denial or a question. Paths are opened below a folder with links, and commands run in a shell that finds few programs.

  npm run test:spellings                          20000 spellings of each kind, seed 1
  npm run test:spellings -- --seconds 600         as many as there is time for
  npm run test:spellings -- --seed 7 --only 4711  one of each kind again
  npm run test:spellings -- --json                the result as JSON, for programs
`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const STEP = 500;

if (values.help) process.stdout.write(HELP);
else main();

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'spellings-'));
  const commands = mkdtempSync(join(tmpdir(), 'spellings-'));
  try {
    const kinds = {
      path: createPathHunt(folder),
      command: createCommandHunt(commands),
      url: createUrlHunt(),
    };
    const seed = Number(values.seed);
    const first = Number(values.only ?? 0);
    const count = values.only === undefined ? Number(values.count) : 1;
    const end = performance.now() + Number(values.seconds ?? 0) * 1000;
    const isTimed = values.seconds !== undefined;
    let [tried, executed] = [0, 0];
    const passed: (Passed & { readonly kind: string })[] = [];
    for (let at = first; isTimed ? performance.now() < end : at < first + count; at += STEP) {
      const to = isTimed ? at + STEP : Math.min(at + STEP, first + count);
      for (const [kind, one] of Object.entries(kinds)) {
        const result = hunt(one, seed, at, to);
        tried += result.tried;
        executed += result.executed;
        passed.push(...result.passed.map((each) => ({ kind, ...each })));
      }
    }
    if (values.json) {
      process.stdout.write(`${JSON.stringify({ seed, tried, executed, passed })}\n`);
    } else {
      const lines = passed.map(
        (one) => `${one.kind} ${one.index} ${one.verdict}: ${JSON.stringify(one.text)}`,
      );
      const summary = `${tried} spellings, of which ${executed} were tried out: ${passed.length} pass`;
      process.stdout.write(`${[...lines, summary].join('\n')}\n`);
    }
    if (passed.length > 0) process.exitCode = 1;
  } finally {
    for (const one of [folder, commands]) rmSync(one, { recursive: true, force: true });
  }
}
