import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFencedBlocks } from '../../scripts/source/markdown.ts';
import { createShownPattern, joinBlanks } from './shown-output.ts';
import { followPage, freePort } from './page-session.ts';
import { ARE_PEERS_INSTALLED, importsPeer } from '../peers.ts';
import { JOBS } from './site-jobs.ts';

const docs = new URL('../../docs/', import.meta.url);

/** Pages whose commands a test of their own runs. */
const FOLLOWED_ELSEWHERE: readonly string[] = ['tutorial'];

it.concurrent.each(JOBS)('follows the pages to $job', async ({ pages }) => {
  const blocks = pages.filter(canFollow).flatMap((path) => listFencedBlocks(readPage(path)));
  const done = await followPage(blocks, { written: '10000', used: await freePort() });
  expect(done.length).toBeGreaterThan(0);
  for (const { commands, expected, printed } of done) {
    if (expected === undefined) continue;
    const asShown: unknown = expect.stringMatching(createShownPattern(expected));
    expect({ commands, printed: joinBlanks(printed) }).toEqual({ commands, printed: asShown });
  }
});

it('follows every page that shows commands to run', () => {
  const paths = globSync('**/*.md', { cwd: docs }).map((path) => path.replace(/\.md$/, ''));
  const shown = paths.filter((path) =>
    listFencedBlocks(readPage(path)).some(({ language }) => language === 'sh'),
  );
  const followed = [...FOLLOWED_ELSEWHERE, ...JOBS.flatMap(({ pages }) => pages)];
  expect(shown.length).toBeGreaterThan(15);
  expect(shown.filter((path) => !followed.includes(path))).toEqual([]);
});

it('notices an output that is not what the page shows', () => {
  const shown = createShownPattern('…\n9 trials run: 9 passed, …\n');
  expect(joinBlanks('TASK   STATE\n9 trials  run: 9 passed, 0 failed\n')).toMatch(shown);
  expect('9 trials run: 8 passed, 1 failed').not.toMatch(shown);
  expect('TASK STATE\n9 trials run: 9 passed').not.toMatch(shown);
});

/** Whether the packages are installed that the programs of a page import. A line says which pages are not followed. */
function canFollow(path: string): boolean {
  if (ARE_PEERS_INSTALLED || !importsPeer(readPage(path))) return true;
  process.stderr.write(`NOT RUN: docs/${path}.md: run "npm run install:peers"\n`);
  return false;
}

function readPage(path: string): string {
  return readFileSync(new URL(`${path}.md`, docs), 'utf8');
}
