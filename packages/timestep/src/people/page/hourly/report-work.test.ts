import { expect, it } from 'vitest';
import { getDurationBucket, HOUR_MS, type WorkCount } from '#engine/port';
import { createWorkReport } from './report-work.ts';

function work(facts: Partial<WorkCount> & { readonly ms?: number }): WorkCount {
  const { ms = 0, ...rest } = facts;
  return {
    hour: 0,
    kind: 'model',
    agent: 'guide',
    model: '',
    range: getDurationBucket(ms),
    count: 1,
    failed: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    unpriced: 0,
    ...rest,
  };
}

const PERIOD = { since: 0, until: 4 * HOUR_MS, stepMs: 2 * HOUR_MS };

it('counts tasks of agents and calls of models, in each step of the period', () => {
  const report = createWorkReport(
    [
      work({ kind: 'task', count: 2, failed: 1 }),
      work({ model: 'a/m', count: 3, costUsd: 0.5, inputTokens: 10 }),
      work({ hour: 3 * HOUR_MS, kind: 'task', agent: 'other' }),
      work({ hour: 3 * HOUR_MS, agent: 'other', model: 'a/m', costUsd: 0.25, unpriced: 1 }),
    ],
    PERIOD,
  );
  expect(report.countedSince).toBe(0);
  expect(report.total).toMatchObject({ count: 3, failed: 1, costUsd: 0.75, unpriced: 1 });
  expect(report.total.points.map(({ count }) => count)).toEqual([2, 1]);
  expect(report.agents.map(({ name, count, costUsd }) => [name, count, costUsd])).toEqual([
    ['guide', 2, 0.5],
    ['other', 1, 0.25],
  ]);
  expect(report.agents[0]?.models).toEqual(['a/m']);
  expect(report.models).toMatchObject([{ name: 'a/m', count: 4, costUsd: 0.75 }]);
  expect(report.models[0]?.points.map(({ count }) => count)).toEqual([3, 1]);
});

it('finds the median and the 95th percentile, of tasks without the calls of models', () => {
  const { total } = createWorkReport(
    [
      work({ kind: 'task', count: 94, ms: 1000 }),
      work({ kind: 'task', count: 6, ms: 60_000 }),
      work({ model: 'a/m', count: 1000, ms: 5 }),
    ],
    PERIOD,
  );
  expect(total.p50Ms).toBeGreaterThan(870);
  expect(total.p50Ms).toBeLessThan(1130);
  expect(total.p95Ms).toBeGreaterThan(52_000);
});

it('gives no percentile and no first hour if nothing was done', () => {
  const report = createWorkReport([], PERIOD);
  expect(report.countedSince).toBeUndefined();
  expect(report.total).toMatchObject({ count: 0, p50Ms: null, p95Ms: null });
  expect(report.total.points).toHaveLength(2);
});
