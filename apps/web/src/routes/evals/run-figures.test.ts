import { expect, it } from 'vitest';
import type { EvalComparison, EvalRunView } from '@timestep-ai/timestep/view';
import {
  describeComparison,
  listComparisonFigures,
  listRunFigures,
  formatRunSettings,
} from './run-figures.ts';

const RUN: EvalRunView = {
  name: 'r',
  agent: 'cmd:agent',
  suite: 'desk.jsonl',
  tasksDigest: 'd',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:02:05.000Z',
  isGoing: false,
  canBeStopped: false,
  planned: 4,
  trials: 3,
  passed: 2,
  failed: 0,
  errors: 1,
  passRate: { mean: 1, interval: { low: 0.5, high: 1 } },
  costUsd: null,
  knownCostUsd: 1.5,
  trialsOfUnknownCost: 1,
  seed: 7,
  graders: [],
  meanScore: null,
  passes: [],
  judgeCostUsd: 0,
  totalTokens: 1200,
  durationS: 90,
  broke: [],
  tasks: [],
};

function textsOf(view: EvalRunView): readonly string[] {
  return listRunFigures(view).map(({ name, value, note = '' }) =>
    `${name}: ${value} ${note}`.trim(),
  );
}

it('says what a run came to, errors apart and an unknown cost unknown', () => {
  expect(textsOf(RUN)).toEqual([
    'Pass rate: 100.0 % 95 %: 50.0 % to 100.0 %, 1 of 4 errored, 1 of 4 not run',
    'Passed: 2',
    'Failed: 0',
    'Errored: 1 excluded from the pass rate',
    'Not run: 1 of 4',
    'Mean score: unknown',
    'Tokens: 1,200',
    'Cost: unknown $1.50 known; unknown for 1 trial',
    'Judge cost: $0 not included in the cost',
    'Duration: 2 min 5 s 1 min 30 s summed over all trials',
  ]);
  expect(formatRunSettings(RUN)).toMatch(
    /^desk\.jsonl, cmd:agent, started .*seed 7, graders none$/,
  );
});

it('knows no duration of a run that has not ended, and no part of a cost that is unknown', () => {
  const { endedAt: _endedAt, ...going } = RUN;
  const texts = textsOf({ ...going, knownCostUsd: 0, trialsOfUnknownCost: 3 });
  expect(texts).toContain('Cost: unknown');
  expect(texts).toContain('Duration: unknown 1 min 30 s summed over all trials');
});

it('says what differs, how likely that is, and how much is in no pair', () => {
  const comparison: EvalComparison = {
    verdict: 'broken',
    tasks: 1,
    pairs: 6,
    better: 1,
    worse: 2,
    difference: -0.5,
    interval: { low: -1, high: 0 },
    pValue: 0.00001,
    regressions: [],
    improvements: [],
    before: RUN,
    after: { ...RUN, errors: 0, trials: 4 },
  };
  const texts = listComparisonFigures(comparison).map(
    ({ name, value, note = '' }) => `${name}: ${value} ${note}`,
  );
  expect(texts.slice(0, 7)).toEqual([
    'Difference: −50.0 points 95 %: −100.0 to 0.0',
    'p: < 0.0001 sign-flip test of 1 task',
    'Pairs: 6 trials that errored in neither run',
    'Errored or missing before: 2 of 4',
    'Errored or missing after: 0 of 4',
    'Trials worse: 2 ',
    'Trials better: 1 ',
  ]);
  expect(describeComparison(comparison)).toBe(
    '−50.0 points, but not reliable: 2 of 8 trials errored or are missing',
  );
  expect(
    describeComparison({ ...comparison, verdict: 'regression', bounds: { low: -1, high: 0 } }),
  ).toBe(
    '−50.0 points: worse, statistically significant; −100.0 to 0.0, however the 2 errored or missing trials had ended',
  );
});
