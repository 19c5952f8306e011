import { expect, it } from 'vitest';
import { formatKillReport } from './format-kill-report.ts';
import type { KillReport } from './kill-at-every-point.ts';

const REPORT: KillReport = {
  points: 40,
  kills: 40,
  lost: 0,
  doubled: 0,
  unanswered: 0,
  repeated: {},
  interrupted: 0,
  faults: [],
};

it('counts in one line where nothing is wrong', () => {
  expect(formatKillReport(REPORT)).toBe('40 kills at 40 points: 0 lost, 0 doubled, 0 unanswered');
});

it('names tools that were called again, and each fault with its point', () => {
  const fault = { at: 3, point: 'before commit', kind: 'doubled', message: 'pay was called twice' };
  const text = formatKillReport({
    ...REPORT,
    doubled: 1,
    repeated: { look: 2 },
    interrupted: 4,
    faults: [{ ...fault, kind: 'doubled' }],
  });
  expect(text.split('\n')).toEqual([
    '40 kills at 40 points: 0 lost, 1 doubled, 0 unanswered',
    'called again with the same key: look 2 times',
    'shown to the model as interrupted: 4 calls',
    'doubled at 3 (before commit): pay was called twice',
  ]);
});
