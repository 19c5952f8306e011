import { expect, it } from 'vitest';
import { formatProgress } from './progress-text.ts';

it.each([
  [{ progress: 3 }, '3'],
  [{ progress: 40, total: 200 }, '40 of 200'],
  [{ progress: 40, total: 200, message: 'Reading' }, 'Reading (40 of 200)'],
  [{ progress: 1, message: 'x'.repeat(900) }, `${'x'.repeat(500)} (1)`],
])('formats %j', (progress, text) => {
  expect(formatProgress(progress)).toBe(text);
});
