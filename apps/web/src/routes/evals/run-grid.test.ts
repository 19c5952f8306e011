import { expect, it } from 'vitest';
import type { EvalRunView, EvalTaskLine, EvalVerdict } from 'timestep/view';
import { comparisonRows, neighbourOf, runRows, selectedRows } from './run-grid.ts';
import { trialSearch } from './trial-search.ts';

function task(id: string, ...verdicts: readonly EvalVerdict[]): EvalTaskLine {
  const count = (wanted: EvalVerdict): number => verdicts.filter((one) => one === wanted).length;
  return {
    id,
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error'),
    meanScore: 0.5,
    costUsd: null,
    failing: [],
    trials: verdicts.map((verdict, trial) => ({ trial, verdict, failing: [] })),
  };
}

function run(...tasks: readonly EvalTaskLine[]): EvalRunView {
  return {
    name: 'r',
    agent: 'a',
    suite: 's',
    tasksDigest: 'd',
    startedAt: '',
    isGoing: false,
    planned: 4,
    trials: 4,
    passed: 0,
    failed: 0,
    errors: 0,
    passRate: null,
    costUsd: null,
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
  const [row] = runRows(run(task('a', 'passed', 'failed', 'error')));
  expect(row).toEqual({
    id: 'a',
    figures: '1 of 2 passed, 1 broke, score 0.50, cost unknown',
    why: '',
    cells: [
      { trial: 0, outcome: 'passed' },
      { trial: 1, outcome: 'failed' },
      { trial: 2, outcome: 'error' },
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
  const rows = comparisonRows(before, after, {
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
  const rows = runRows(run(task('Mail/a', 'passed', 'failed'), task('chat/b', 'failed')));
  const grouped = rows.map((row, at) => ({ ...row, ...(at === 0 && { group: 'Worse' }) }));
  const chosen = selectedRows(grouped, { text: ' CHAT ', outcome: 'failed' });
  expect(chosen.map(({ id, group }) => [id, group])).toEqual([['chat/b', 'Worse']]);
  expect(selectedRows(grouped, { outcome: 'passed' }).map(({ cells }) => cells.length)).toEqual([
    1,
  ]);
});

it('goes from trial to trial among those that are shown', () => {
  const rows = runRows(run(task('a', 'passed'), task('b', 'passed')));
  expect(neighbourOf(rows, { task: 'a', trial: 0 }, 1)).toEqual({ task: 'b', trial: 0 });
  expect(neighbourOf(rows, { task: 'a', trial: 0 }, -1)).toBeUndefined();
  expect(neighbourOf(rows, { task: 'none', trial: 0 }, 1)).toBeUndefined();
});

it('opens nothing by an address that is not its own', () => {
  expect(trialSearch({ task: 'a', trial: 1, outcome: 'failed', text: 12 })).toEqual({
    task: 'a',
    trial: 1,
    outcome: 'failed',
    text: '12',
  });
  expect(trialSearch({ task: 'a', trial: -1, outcome: 'other', text: '' })).toEqual({});
});
