import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFencedBlocks } from '../../scripts/source/markdown.ts';
import { createShownPattern, joinBlanks } from './shown-output.ts';
import { followPage, freePort } from './page-session.ts';
import { JOBS } from './site-jobs.ts';

const docs = new URL('../../docs/', import.meta.url);

it.concurrent.each(JOBS)('follows the pages to $job', async ({ pages }) => {
  const blocks = pages.flatMap((path) =>
    listFencedBlocks(readFileSync(new URL(`${path}.md`, docs), 'utf8')),
  );
  const done = await followPage(blocks, { written: '10000', used: await freePort() });
  expect(done.length).toBeGreaterThan(0);
  for (const { commands, expected, printed } of done) {
    if (expected === undefined) continue;
    const asShown: unknown = expect.stringMatching(createShownPattern(expected));
    expect({ commands, printed: joinBlanks(printed) }).toEqual({ commands, printed: asShown });
  }
});
