import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, resolveLimits } from './limits.ts';

it('fills in defaults', () => {
  expect(resolveLimits({ max_steps: 3 })).toEqual({ ...DEFAULT_LIMITS, max_steps: 3 });
});

it.each([0, -1, Number.NaN])('refuses %s as a limit', (value) => {
  expect(() => resolveLimits({ max_steps: value })).toThrow(/max_steps/);
});
