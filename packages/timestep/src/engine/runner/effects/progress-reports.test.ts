import { expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createProgressReports } from './progress-reports.ts';

it('shows the first report at once, and then the newest of each pause', () => {
  const clock = createManualClock();
  const shown: string[] = [];
  const reports = createProgressReports(clock, (text) => void shown.push(text));
  for (let count = 1; count <= 1000; count += 1) reports.report(`${count} of 1000`);
  expect(shown).toEqual(['1 of 1000']);
  clock.advance(250);
  expect(shown).toEqual(['1 of 1000', '1000 of 1000']);
  clock.advance(1000);
  reports.report('later');
  expect(shown.at(-1)).toBe('later');
});

it('drops a report that is not shown when the call ends', () => {
  const clock = createManualClock();
  const shown: string[] = [];
  const reports = createProgressReports(clock, (text) => void shown.push(text));
  reports.report('one');
  reports.report('two');
  reports.end();
  clock.advance(1000);
  expect(shown).toEqual(['one']);
});
