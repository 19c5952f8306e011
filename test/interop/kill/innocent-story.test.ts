import { expect, it } from 'vitest';
import { findLongWait } from './innocent-story.ts';

it.each([
  [4000, 2000, 0, 0],
  [4001, 2000, 0, 1],
  [9000, 2000, 5000, 0],
  [9001, 2000, 5000, 1],
])(
  'judges a wait of %i ms, where a new task takes %i ms',
  (waitedMs, attemptMs, noticed, found) => {
    expect(findLongWait(waitedMs, attemptMs, noticed)).toHaveLength(found);
  },
);
