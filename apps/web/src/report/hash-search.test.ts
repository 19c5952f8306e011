import { expect, it } from 'vitest';
import type { ReportRun } from '@timestep-ai/timestep/view';
import { findTrialPosition } from './trial-detail-reader.ts';
import { formatHash, parseHash } from './use-hash-search.ts';

it.each([
  [{}, '#'],
  [
    { text: 'a b', outcome: 'failed', grader: 'G', tag: 'x&y' },
    '#text=a+b&outcome=failed&grader=G&tag=x%26y',
  ],
  [{ task: 'chat/refund-2', trial: 1 }, '#task=chat%2Frefund-2&trial=1'],
] as const)('%j stands in an address and comes back', (search, hash) => {
  expect(formatHash(search)).toBe(hash);
  expect(parseHash(hash)).toEqual(search);
});

it('opens nothing by an address that is not its own', () => {
  expect(parseHash('#task=a&trial=-1&other=1&outcome=none')).toEqual({});
  expect(parseHash('#trial=1e3')).toEqual({});
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
  expect(findTrialPosition(run, 'half \ufffd', 2)).toBe(7);
  expect(findTrialPosition(run, 'a', 1)).toBeUndefined();
  expect(findTrialPosition(run, 'none', 0)).toBeUndefined();
});
