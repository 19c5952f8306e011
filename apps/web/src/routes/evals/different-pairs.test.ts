import { expect, it } from 'vitest';
import { haveOutputsChanged } from './different-pairs.ts';

it('finds tasks with another text, another verdict, or one run alone', () => {
  const output = { trial: 0, verdict: 'passed', text: 'Yes.' } as const;
  const pair = { taskId: 't', before: output };
  expect(haveOutputsChanged({ ...pair, after: output })).toBe(false);
  expect(haveOutputsChanged({ ...pair, after: { ...output, text: 'No.' } })).toBe(true);
  expect(haveOutputsChanged({ ...pair, after: { ...output, verdict: 'failed' } })).toBe(true);
  expect(haveOutputsChanged(pair)).toBe(true);
});
