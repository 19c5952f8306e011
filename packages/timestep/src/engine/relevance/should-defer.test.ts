import { expect, it } from 'vitest';
import { shouldDeferTools } from './should-defer.ts';

it.each([
  [80_000, 200_000, false],
  [80_004, 200_000, true],
  [0, 0, false],
  [1, 0, true],
])('decides for %i characters of tools in %i tokens', (characters, tokens, deferred) => {
  expect(shouldDeferTools(characters, tokens)).toBe(deferred);
});
