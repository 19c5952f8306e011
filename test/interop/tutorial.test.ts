import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFencedBlocks } from '../../scripts/source/markdown.ts';
import { createShownPattern, joinBlanks } from './shown-output.ts';
import { followPage, freePort } from './page-session.ts';

const page = readFileSync(new URL('../../docs/tutorial.md', import.meta.url), 'utf8');

it('prints what the tutorial says, from an empty folder to a measured agent', async () => {
  const used = await freePort();
  const blocks = listFencedBlocks(page);
  const done = await followPage(blocks, { written: '10000', used });
  expect(done).toHaveLength(blocks.filter(({ language }) => language === 'sh').length);
  const shown = done.filter(({ expected }) => expected !== undefined);
  expect(shown.length).toBeGreaterThan(7);
  for (const { commands, expected = '', printed } of shown) {
    const asShown: unknown = expect.stringMatching(createShownPattern(expected));
    expect({ commands, printed: joinBlanks(printed) }).toEqual({ commands, printed: asShown });
  }
});

it('has no block that is neither written, run nor compared', () => {
  const loose = listFencedBlocks(page).filter(
    ({ language, file }) => file === undefined && !['sh', 'text'].includes(language),
  );
  expect(loose).toEqual([]);
});
