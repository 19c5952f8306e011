import { describe, expect, it } from 'vitest';
import { reportOf } from '../report/report.ts';
import { linearScale, logScale } from './axis.ts';
import { costScatter } from './cost-scatter.ts';
import { differencePlot } from './difference-plot.ts';
import { passCurve } from './pass-curve.ts';
import { passPoints } from './pass-points.ts';
import { scatterOf } from './report-model.ts';
import { metaWith, rowWith, runOf } from './run.fixture.ts';
import { surveyOf } from './survey.ts';

describe('scales', () => {
  it.each([
    [
      [0, 1],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [0, 0.029],
      [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03],
    ],
    [
      [-0.21, 0.21],
      [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3],
    ],
    [
      [0, 0],
      [0, 0.2],
    ],
  ] as const)('of %j has round ticks around it', ([low, high], ticks) => {
    const scale = linearScale([low, high], [0, 100]);
    expect(scale.ticks).toHaveLength(ticks.length);
    for (const [at, tick] of ticks.entries()) expect(scale.ticks[at]).toBeCloseTo(tick, 9);
    expect(scale.at(ticks[0])).toBeCloseTo(0, 9);
    expect(scale.at(ticks.at(-1) ?? 0)).toBeCloseTo(100, 9);
  });

  it('go by powers of ten on a logarithmic scale', () => {
    const scale = logScale([0.002, 3], [0, 400]);
    expect(scale.ticks).toHaveLength(5);
    expect(scale.at(0.001)).toBeCloseTo(0, 9);
    expect(scale.at(0.1)).toBeCloseTo(200, 9);
  });
});

const ROWS = [
  rowWith('a', 0, 'passed'),
  rowWith('a', 1, 'failed'),
  rowWith('b', 0, 'passed'),
  rowWith('b', 1, 'passed'),
];

describe('passCurve', () => {
  it('draws the numbers of the report with the intervals over tasks', () => {
    const points = passPoints(reportOf(metaWith(), ROWS));
    expect(points.map(({ at, all }) => [at?.mean, all?.mean])).toEqual([
      [0.75, 0.75],
      [1, 0.5],
    ]);
    // pass@1 is the rate of the report.
    const { pass_rate } = reportOf(metaWith(), ROWS);
    expect(points[0]?.at?.interval?.low).toBeCloseTo(pass_rate?.interval?.low ?? -1, 12);
    expect(points[0]?.at?.interval?.high).toBeCloseTo(pass_rate?.interval?.high ?? -1, 12);
    const svg = passCurve(points);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg.match(/<rect/g)).toHaveLength(2);
    expect(svg).toContain('k (trials)');
    expect(svg).toContain('tasks (%)');
    expect(svg).not.toContain('NaN');
  });

  it('draws nothing where nothing is known', () => {
    const report = reportOf(metaWith({ trials: 3 }), [rowWith('a', 0, 'error')]);
    const svg = passCurve(passPoints(report));
    expect(svg).not.toMatch(/<circle|class="line"|NaN/);
    expect(passCurve(passPoints(reportOf(metaWith({ trials: 100 }), ROWS)))).not.toContain('NaN');
  });
});

describe('costScatter', () => {
  it('leaves out what has no cost or no score, and never puts it at 0', () => {
    const rows = [
      ...ROWS,
      rowWith('c', 0, 'passed', { cost_usd: null }),
      rowWith('d', 0, 'error'),
      rowWith('e', 0, 'failed', { cost_usd: 0 }),
    ];
    const { dots, unknownCost, unknownScore } = scatterOf(surveyOf(runOf(rows)));
    expect(dots.map(({ cost, score, standing }) => [cost, score, standing])).toEqual([
      [0, 0, 'none'],
      [0.5, 0.5, 'some'],
      [0.5, 1, 'all'],
    ]);
    expect(unknownCost).toEqual(['c']);
    expect(unknownScore).toEqual(['d']);
  });

  it('draws a dot a task, in a shape for what became of it', () => {
    const dot = { cost: 0.01, score: 0.5 };
    const svg = costScatter([
      { ...dot, task: 0, standing: 'all' },
      { ...dot, task: 1, standing: 'some' },
      { ...dot, task: 2, standing: 'none' },
    ]);
    expect(svg.match(/data-task=/g)).toHaveLength(3);
    expect(svg).toContain('cost of a trial (US dollars)');
    expect(svg).toContain('mean score (0 to 1)');
    expect(costScatter([{ ...dot, task: 0, cost: 0, standing: 'all' }])).not.toContain('NaN');
    const wide = costScatter([
      { ...dot, task: 0, cost: 0.0001, standing: 'all' },
      { ...dot, task: 1, cost: 5, standing: 'all' },
    ]);
    expect(wide).toContain('by powers of ten');
  });
});

it('draws a difference against none', () => {
  const comparison = {
    tasks: 2,
    pairs: 4,
    better: 0,
    worse: 2,
    difference: -0.5,
    interval: { low: -1, high: 0 },
    p_value: 0.5,
    verdict: 'no-difference',
    before: { planned: 4, errors: 0, missing: 0 },
    after: { planned: 4, errors: 0, missing: 0 },
    improvements: [],
    regressions: [],
  } as const;
  const svg = differencePlot(comparison);
  expect(svg).toContain('−50.0 points, 95 %: −100.0 to 0.0');
  expect(differencePlot({ ...comparison, interval: null, difference: 0 })).not.toContain('NaN');
});
