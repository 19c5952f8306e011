/** `npm run suites -- [--suite NAME] [--from NAME=SOURCE] [--require] [--json]` */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { a2aTck03, a2aTck10 } from './a2a-tck.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import { mcpClient, mcpServer } from './mcp.ts';
import { openResponses } from './open-responses.ts';
import type { Outcome, Suite } from './suite.ts';
import { isRefused, judged, linesOf, type Row } from './table.ts';

const SUITES: readonly Suite[] = [
  openResponses,
  a2aTck10,
  a2aTck03('jsonrpc'),
  a2aTck03('rest'),
  mcpServer('2025-11-25'),
  mcpServer('2026-07-28'),
  mcpClient('2025-11-25'),
  mcpClient('2026-07-28'),
];

const SCRATCH = join(import.meta.dirname, '../../../node_modules/.cache/suites');

const HELP = `Runs the suites of others against fixtures that are made with what is published. What fails is
compared with exceptions.json; more than that ends the run with status 1.

  npm run suites                                    all of them
  npm run suites -- --suite open-responses          one of them, and again for more
  npm run suites -- --from open-responses=FOLDER    from that repository, not the public one
  npm run suites -- --require                       a suite that cannot be had is a failure
  npm run suites -- --json                          the last line is {"rows": [...]}, for programs

Suites:
${SUITES.map(({ name, pinned }) => `  ${name}: ${pinned}`).join('\n')}
`;

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', multiple: true, default: [] },
    require: { type: 'boolean', default: process.env['TIMESTEP_REQUIRE_SUITES'] === '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const sources = sourcesIn(values.from);
  const unknown = [...values.suite, ...sources.keys()].filter(
    (name) => !SUITES.some((suite) => suite.name === name),
  );
  if (unknown.length > 0) {
    const names = SUITES.map(({ name }) => name).join(', ');
    process.stderr.write(`there is no suite ${unknown.join(', ')}; there are ${names}\n`);
    process.exitCode = 2;
    return;
  }
  const chosen = SUITES.filter(
    ({ name }) => values.suite.length === 0 || values.suite.includes(name),
  );
  const rows: Row[] = [];
  for (const suite of chosen) {
    const result = judged(suite.name, await outcomeOf(suite, sources.get(suite.name)), exceptions);
    rows.push(result.row);
    const lines = `${linesOf(result).join('\n')}\n`;
    (values.json ? process.stderr : process.stdout).write(lines);
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ rows })}\n`);
  if (isRefused(rows, values.require)) process.exitCode = 1;
}

async function outcomeOf(suite: Suite, source: string | undefined): Promise<Outcome> {
  const scratch = join(SCRATCH, suite.name);
  await mkdir(scratch, { recursive: true });
  return suite.run({ scratch, source });
}

/** Parses `open-responses=/a/folder` entries, by name. */
function sourcesIn(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((one) => {
      const at = one.indexOf('=');
      return at === -1 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}
