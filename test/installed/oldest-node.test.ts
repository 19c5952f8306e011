import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFencedBlocks } from '../../scripts/source/markdown.ts';
import { followPage, freePort } from '../interop/page-session.ts';
import { createShownPattern, joinBlanks } from '../interop/shown-output.ts';
import { hasOldestNode, OLDEST_NODE } from './oldest-node.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Pages whose programs and commands use most of what differs between versions of Node. */
const PAGES = [
  'start/first-agent',
  'build/tools',
  'run/deploy',
  'run/sqlite',
  'evaluate/first-suite',
];

it('prints on the oldest Node what the pages say', async () => {
  const version = { language: 'sh', text: 'node --version', line: 0 };
  const blocks = PAGES.flatMap((page) =>
    listFencedBlocks(readFileSync(join(DOCS, `${page}.md`), 'utf8')),
  );
  const port = { written: '10000', used: await freePort() };
  const [first, ...done] = await followPage([version, ...blocks], port, {}, OLDEST_NODE);
  expect(first?.printed).toBe('v22.19.0\n');
  expect(done.length).toBeGreaterThan(7);
  for (const { commands, expected = '…', printed } of done) {
    const asShown: unknown = expect.stringMatching(createShownPattern(expected));
    expect({ commands, printed: joinBlanks(printed) }).toEqual({ commands, printed: asShown });
  }
});

it('says that it does not run where there is none, or fails where it must', () => {
  expect(hasOldestNode('/nowhere/node', {})).toBe(false);
  expect(() => hasOldestNode('/nowhere/node', { TIMESTEP_REQUIRE_OLDEST_NODE: '1' })).toThrow(
    'npm run install:oldest-node',
  );
});
