import { expect, it } from 'vitest';
import { calculatePassPoints } from './pass-points.ts';
import { createReport } from './report.ts';
import { metaWith, rowWith } from './run.fixture.ts';

it('has the numbers of the report, with the intervals over tasks', () => {
  const rows = [
    rowWith('a', 0, 'passed'),
    rowWith('a', 1, 'failed'),
    rowWith('b', 0, 'passed'),
    rowWith('b', 1, 'passed'),
  ];
  const report = createReport(metaWith(), rows);
  const points = calculatePassPoints(report);
  expect(points.map(({ at, all }) => [at?.mean, all?.mean])).toEqual([
    [0.75, 0.75],
    [1, 0.5],
  ]);
  // pass@1 is the rate of the report.
  const { pass_rate } = report;
  expect(points[0]?.at?.interval?.low).toBeCloseTo(pass_rate?.interval?.low ?? -1, 12);
  expect(points[0]?.at?.interval?.high).toBeCloseTo(pass_rate?.interval?.high ?? -1, 12);
});
