import { expect, it } from 'vitest';
import { isDifferentPair } from './different-pairs.ts';

it('finds tasks with another text, another verdict, or one run alone', () => {
  const output = { trial: 0, verdict: 'passed', text: 'Yes.' } as const;
  const pair = { taskId: 't', before: output };
  expect(isDifferentPair({ ...pair, after: output })).toBe(false);
  expect(isDifferentPair({ ...pair, after: { ...output, text: 'No.' } })).toBe(true);
  expect(isDifferentPair({ ...pair, after: { ...output, verdict: 'failed' } })).toBe(true);
  expect(isDifferentPair(pair)).toBe(true);
});
