import { expect, it } from 'vitest';
import type { EvalRunView, EvalTaskSummary, EvalVerdict } from '@timestep-ai/timestep/view';
import {
  collectFilterChoices,
  buildComparisonRows,
  findNeighborTrial,
  buildRunRows,
  filterRows,
} from './run-grid.ts';
import { parseTrialSearch, type TrialSearch } from './trial-search.ts';

function task(id: string, ...verdicts: readonly EvalVerdict[]): EvalTaskSummary {
  const count = (wanted: EvalVerdict): number => verdicts.filter((one) => one === wanted).length;
  return {
    id,
    tags: id.startsWith('chat') ? ['hard'] : [],
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error'),
    meanScore: 0.5,
    costUsd: null,
    failing: [],
    trials: verdicts.map((verdict, trial) => ({
      trial,
      verdict,
      failing: verdict === 'passed' ? [] : ['Judge'],
    })),
  };
}

function run(...tasks: readonly EvalTaskSummary[]): EvalRunView {
  return {
    name: 'r',
    agent: 'a',
    suite: 's',
    tasksDigest: 'd',
    startedAt: '',
    isGoing: false,
    canBeStopped: false,
    planned: 4,
    trials: 4,
    passed: 0,
    failed: 0,
    errors: 0,
    passRate: null,
    costUsd: null,
    knownCostUsd: 0,
    trialsOfUnknownCost: 0,
    seed: 0,
    graders: [],
    meanScore: null,
    passes: [],
    judgeCostUsd: 0,
    totalTokens: 0,
    durationS: 0,
    broke: [],
    tasks,
  };
}

it('says of each task what passed, what broke and what is not known', () => {
  const [row] = buildRunRows(run(task('a', 'passed', 'failed', 'error')));
  expect(row).toEqual({
    id: 'a',
    tags: [],
    figures: '1 of 2 passed, 1 errored, score 0.50, cost unknown',
    why: '',
    cells: [
      { trial: 0, outcome: 'passed', failing: [] },
      { trial: 1, outcome: 'failed', failing: ['Judge'] },
      { trial: 2, outcome: 'error', failing: ['Judge'] },
    ],
  });
});

it('puts what became worse first, trial by trial', () => {
  const before = run(
    task('same', 'passed'),
    task('down', 'passed', 'passed'),
    task('up', 'failed'),
  );
  const after = run(task('down', 'failed', 'error'), task('same', 'passed'), task('up', 'passed'));
  const rows = buildComparisonRows(before, after, {
    regressions: [{ taskId: 'down', before: 1, after: 0 }],
    improvements: [{ taskId: 'up', before: 0, after: 1 }],
  });
  expect(
    rows.map(({ id, group, cells }) => [id, group, cells.map(({ outcome }) => outcome)]),
  ).toEqual([
    ['down', 'Worse', ['worse', 'unpaired']],
    ['up', 'Better', ['better']],
    ['same', 'No difference', ['passed']],
  ]);
  expect(rows[0]?.figures).toBe('100.0 % → 0.0 %');
});

it('selects by words and outcome, and keeps the headings of groups', () => {
  const rows = buildRunRows(run(task('Mail/a', 'passed', 'failed'), task('chat/b', 'failed')));
  const grouped = rows.map((row, at) => ({ ...row, ...(at === 0 && { group: 'Worse' }) }));
  const chosen = filterRows(grouped, { text: ' CHAT ', outcome: 'failed' });
  expect(chosen.map(({ id, group }) => [id, group])).toEqual([['chat/b', 'Worse']]);
  expect(filterRows(grouped, { outcome: 'passed' }).map(({ cells }) => cells.length)).toEqual([1]);
});

it.each<[TrialSearch, number[]]>([
  [{}, [2, 2, 1]],
  [{ text: 'REFUND' }, [2, 2]],
  [{ text: ' refund  mail ' }, [2]],
  [{ outcome: 'failed' }, [1, 1]],
  [{ grader: 'Judge' }, [1, 2]],
  [{ grader: 'Judge', outcome: 'error' }, [1]],
  [{ tag: 'hard' }, [2]],
  [{ grader: 'no such grader' }, []],
])('selects by %j', (search, counts) => {
  const rows = buildRunRows(
    run(
      task('Mail/refund-1', 'passed', 'failed'),
      task('chat/refund-2', 'failed', 'error'),
      task('half \ud83d', 'passed'),
    ),
  );
  expect(filterRows(rows, search).map(({ cells }) => cells.length)).toEqual(counts);
  expect(collectFilterChoices(rows)).toEqual({
    outcomes: ['error', 'failed', 'passed'],
    graders: ['Judge'],
    tags: ['hard'],
  });
});

it('goes from trial to trial among those that are shown', () => {
  const rows = buildRunRows(run(task('a', 'passed'), task('b', 'passed')));
  expect(findNeighborTrial(rows, { task: 'a', trial: 0 }, 1)).toEqual({ task: 'b', trial: 0 });
  expect(findNeighborTrial(rows, { task: 'a', trial: 0 }, -1)).toBeUndefined();
  expect(findNeighborTrial(rows, { task: 'none', trial: 0 }, 1)).toBeUndefined();
});

it('opens nothing by an address that is not its own', () => {
  expect(parseTrialSearch({ task: 'a', trial: 1, outcome: 'failed', text: 12 })).toEqual({
    task: 'a',
    trial: 1,
    outcome: 'failed',
    text: '12',
  });
  expect(parseTrialSearch({ task: 'a', trial: -1, outcome: 'other', text: '' })).toEqual({});
});
