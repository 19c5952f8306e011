import { expect, it } from 'vitest';
import { computePassRatesByTag } from './rate-by-tag.ts';

it('adds up the trials of each tag, the lowest rate first', () => {
  const rates = computePassRatesByTag([
    { tags: ['hard', 'mail'], passed: 1, failed: 3 },
    { tags: ['easy', 'mail'], passed: 4, failed: 0 },
    { tags: ['broken'], passed: 0, failed: 0 },
    { tags: [], passed: 0, failed: 9 },
  ]);
  expect(rates.map(({ tag, rate }) => [tag, rate])).toEqual([
    ['hard', 0.25],
    ['mail', 0.625],
    ['easy', 1],
    ['broken', null],
  ]);
  expect(rates[1]).toMatchObject({ tasks: 2, passed: 5, judged: 8 });
});
