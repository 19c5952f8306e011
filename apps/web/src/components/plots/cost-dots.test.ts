import { expect, it } from 'vitest';
import type { EvalTaskSummary } from '@timestep-ai/timestep/view';
import { findMinAndMax, computeCostPlotData } from './cost-dots.ts';

function task(id: string, more: Partial<EvalTaskSummary>): EvalTaskSummary {
  const trials = [0, 1].map((trial) => ({ trial, verdict: 'passed', failing: [] }) as const);
  const nothing = { passed: 0, failed: 0, errors: 0, meanScore: null, costUsd: null };
  return { id, tags: [], failing: [], trials, ...nothing, ...more };
}

it('leaves out what has no cost or no score, and never puts it at 0', () => {
  const found = computeCostPlotData([
    task('all', { passed: 2, meanScore: 1, costUsd: 1 }),
    task('some', { passed: 1, failed: 1, meanScore: 0.5, costUsd: 1 }),
    task('none', { failed: 2, meanScore: 0, costUsd: 0 }),
    task('no cost', { passed: 2, meanScore: 1 }),
    task('broke', { errors: 2, costUsd: 1 }),
  ]);
  expect(found).toEqual({
    dots: [
      { id: 'all', cost: 0.5, score: 1, standing: 'all' },
      { id: 'some', cost: 0.5, score: 0.5, standing: 'some' },
      { id: 'none', cost: 0, score: 0, standing: 'none' },
    ],
    unknownCost: ['no cost'],
    unknownScore: ['broke'],
  });
});

it('finds bounds of more values than a call takes', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => at - 3);
  expect([findMinAndMax(many), findMinAndMax([])]).toEqual([
    [-3, 199_996],
    [0, 0],
  ]);
});
