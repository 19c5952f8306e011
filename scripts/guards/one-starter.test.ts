import { expect, it } from 'vitest';
import { readTree } from '../source/source-tree.ts';
import { oneStarter } from './one-starter.ts';

const KNOWN = readTree('scripts/fixtures/one-starter');
const STARTER = KNOWN.filter(({ path }) => path.includes('/engine/processes/'));
const SECOND = 'packages/timestep/src/people/page/open-page.ts';
const REFUSED = `${SECOND} starts processes: use startProcess or runToEnd of #engine/processes`;

it('rejects a second place that starts processes', () => {
  expect(oneStarter(KNOWN).problems).toEqual([REFUSED]);
});

it.each([
  "import { fork } from 'child_process';",
  "const { execFile } = await import('node:child_process');",
  "const { exec } = require('node:child_process');",
  "const spawn = createRequire(import.meta.url)('cross-spawn');",
  "const all = process.getBuiltinModule('node:child_process');",
  "import cluster from 'node:cluster';",
  "import open from 'open';",
  "import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';",
  "export * from 'node:child_process';",
])('rejects %s', (text) => {
  expect(oneStarter([...STARTER, { path: SECOND, text }]).problems).toEqual([REFUSED]);
});

it.each(["import { opened } from './opened.ts';", "const words = 'open child_process';"])(
  'leaves %s alone',
  (text) => {
    expect(oneStarter([...STARTER, { path: SECOND, text }]).problems).toEqual([]);
  },
);

it('does not pass for want of code', () => {
  expect(oneStarter([]).problems).toEqual(['engine/processes starts nothing: fix this guard']);
});
