import { expect, it } from 'vitest';
import { compareRefused, EXPECTED } from './lint-rules.ts';

it('passes where the linter refuses exactly what it must', () => {
  expect(compareRefused(EXPECTED)).toEqual([]);
});

it('reports what is no longer refused, and what is refused as well', () => {
  expect(compareRefused([...EXPECTED.slice(1), 'sound.ts eslint(no-debugger)'])).toEqual([
    `not refused: ${EXPECTED[0]}`,
    'refused: sound.ts eslint(no-debugger)',
  ]);
});
