import { expect, it } from 'vitest';
import { formatContextUse, updateContextUse } from './context-fill.ts';
import { createFixtureTurn } from './turns.fixture.ts';

const fill = { tokens: 100, window: 1000, isNear: false };

it.each([
  [{ tokens: 124, window: 1000 }, '12 % of context'],
  [{ tokens: 3, window: 1000 }, '<1 % of context'],
  [{ tokens: 0, window: 1000 }, undefined],
  [{ tokens: 9, window: Number.POSITIVE_INFINITY }, undefined],
  [undefined, undefined],
])('formats %j', (use, text) => {
  expect(formatContextUse(use)).toBe(text);
});

it('follows the replies of a turn once the size of the window is known', () => {
  const replied = createFixtureTurn('t1').reply('Hello.');
  expect(updateContextUse(undefined, replied)).toBeUndefined();
  const known = updateContextUse(undefined, { kind: 'fill', fill });
  expect(known).toMatchObject({ tokens: 100, window: 1000 });
  expect(updateContextUse(known, replied)).toMatchObject({ tokens: 15, window: 1000 });
  expect(updateContextUse(known, { kind: 'live' })).toBe(known);
});
