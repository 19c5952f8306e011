import { expect, it } from 'vitest';
import type { ReportRun } from '@timestep-ai/timestep/view';
import { detailNumber } from './detail-number.ts';
import { hashOf, searchIn } from './hash-search.ts';

it.each([
  [{}, '#'],
  [
    { text: 'a b', outcome: 'failed', grader: 'G', tag: 'x&y' },
    '#text=a+b&outcome=failed&grader=G&tag=x%26y',
  ],
  [{ task: 'chat/refund-2', trial: 1 }, '#task=chat%2Frefund-2&trial=1'],
] as const)('%j stands in an address and comes back', (search, hash) => {
  expect(hashOf(search)).toBe(hash);
  expect(searchIn(hash)).toEqual(search);
});

it('opens nothing by an address that is not its own', () => {
  expect(searchIn('#task=a&trial=-1&other=1&outcome=none')).toEqual({});
  expect(searchIn('#trial=1e3')).toEqual({});
});

it('finds the detail of a trial, also of an id that no address can hold', () => {
  const lines = [{ trial: 0 }, { trial: 2 }];
  const tasks = [
    { id: 'a', trials: lines },
    { id: 'half \ud83d', trials: lines },
  ];
  const run = {
    view: { tasks },
    details: [
      [4, 5],
      [6, 7],
    ],
  } as unknown as ReportRun;
  expect(detailNumber(run, 'half \ufffd', 2)).toBe(7);
  expect(detailNumber(run, 'a', 1)).toBeUndefined();
  expect(detailNumber(run, 'none', 0)).toBeUndefined();
});
