import { describe, expect, it } from 'vitest';
import { metaWith as meta, rowWith as row } from './run.fixture.ts';
import type { RunMeta } from '../run-meta.ts';
import type { TrialRow, Verdict } from '../trial.ts';
import { compareRuns } from './compare.ts';
import { formatJUnitXml } from './junit.ts';
import { formatMarkdownSummary } from './markdown.ts';
import { createReport } from './report.ts';

const rows = [
  row('a', 0, 'passed'),
  row('a', 1, 'failed'),
  row('b', 0, 'passed'),
  row('b', 1, 'passed'),
];

describe('createReport', () => {
  it('is the hand-computed one', () => {
    // a: 1 of 2, b: 2 of 2. pass@2 = (1 + 1)/2, pass^2 = (0 + 1)/2.
    const report = createReport(meta(), rows);
    expect(report).toMatchObject({
      trials: 4,
      passed: 3,
      failed: 1,
      errors: 0,
      pass_at: [0.75, 1],
      pass_all: [0.75, 0.5],
      total_tokens: 8,
      cost_usd: 2,
    });
    expect(report.pass_rate).toMatchObject({ mean: 0.75 });
    expect(report.pass_rate?.standardError).toBeCloseTo(0.25, 12);
    expect(report.tasks.map(({ task_id }) => task_id)).toEqual(['a', 'b']);
    expect(report.tasks[0]?.failing).toEqual([
      { name: 'FinalContains', times: 1, reason: '{"expected":"x"}' },
    ]);
  });

  it('counts errors apart, and then knows nothing of as many trials', () => {
    const report = createReport(meta(), [...rows.slice(0, 3), row('b', 1, 'error')]);
    expect(report).toMatchObject({ trials: 4, passed: 2, failed: 1, errors: 1 });
    expect(report.pass_rate?.mean).toBeCloseTo(2 / 3, 12);
    expect(report.pass_at).toEqual([0.75, null]);
    expect(report.tasks.find(({ task_id }) => task_id === 'b')?.failing[0]?.name).toMatch(
      /agent|Final/,
    );
  });

  it('does not take an unknown cost for none', () => {
    const report = createReport(meta(), [...rows, row('c', 0, 'passed', { cost_usd: null })]);
    expect(report).toMatchObject({ cost_usd: null, judge_cost_usd: 0 });
  });

  it('counts a trial that was run again once, by its last row', () => {
    const report = createReport(meta(), [row('a', 0, 'error'), row('a', 0, 'passed')]);
    expect(report).toMatchObject({ trials: 1, passed: 1, errors: 0 });
  });

  it.each(['passed', 'failed'] as const)('stays between 0 and 1 where all %s', (verdict) => {
    const all = ['a', 'b', 'c'].flatMap((id) => [0, 1, 2].map((trial) => row(id, trial, verdict)));
    const { pass_rate, mean_score } = createReport(meta({ trials: 3 }), all);
    // Three tasks are what is known of tasks, however often each was tried: Wilson's of 3 of 3.
    const [low, high] = verdict === 'passed' ? [0.4385, 1] : [0, 0.5615];
    for (const estimate of [pass_rate, mean_score]) {
      expect(estimate?.interval?.low).toBeCloseTo(low, 4);
      expect(estimate?.interval?.high).toBeCloseTo(high, 4);
      expect(estimate?.interval?.low).toBeGreaterThanOrEqual(0);
      expect(estimate?.interval?.high).toBeLessThanOrEqual(1);
    }
  });

  it('has no interval that reaches beyond all or none', () => {
    const { pass_rate } = createReport(meta(), rows);
    expect(pass_rate?.interval?.low).toBeGreaterThan(0.2);
    expect(pass_rate?.interval?.high).toBeLessThan(1);
  });

  it('reports an empty run', () => {
    expect(createReport(meta(), [])).toMatchObject({
      trials: 0,
      pass_rate: null,
      pass_at: [null, null],
    });
  });
});

describe('compareRuns', () => {
  const run = (...of: TrialRow[]): { meta: RunMeta; rows: () => TrialRow[] } => ({
    meta: meta(),
    rows: () => of,
  });
  const many = (verdict: Verdict): TrialRow[] =>
    Array.from({ length: 8 }, (_, at) => row(`t${at}`, 0, verdict));

  it('names what became worse, and that it is more than chance', () => {
    const comparison = compareRuns(run(...many('passed')), run(...many('failed')));
    expect(comparison).toMatchObject({
      pairs: 8,
      better: 0,
      worse: 8,
      difference: -1,
      p_value: 2 / 256,
      verdict: 'regression',
      improvements: [],
    });
    expect(comparison.regressions).toHaveLength(8);
    expect(compareRuns(run(...many('failed')), run(...many('passed'))).verdict).toBe('improvement');
  });

  it('does not take chance for a difference', () => {
    const after = many('passed').map((one, at) => (at === 0 ? row('t0', 0, 'failed') : one));
    const comparison = compareRuns(run(...many('passed')), run(...after));
    expect(comparison).toMatchObject({ verdict: 'no-difference', worse: 1, p_value: 1 });
    expect(comparison.regressions).toEqual([{ task_id: 't0', before: 1, after: 0 }]);
  });

  it('takes no number of trials of a task for as many tasks', () => {
    const lost = ['t0', 't1', 't2', 't3'];
    const trials = (isAfter: boolean): TrialRow[] =>
      Array.from({ length: 60 }, (_, at) => {
        const id = `t${at % 6}`;
        return row(id, Math.floor(at / 6), lost.includes(id) === isAfter ? 'failed' : 'passed');
      });
    const comparison = compareRuns(run(...trials(false)), run(...trials(true)));
    // Four of six tasks lost and two won: 2 * (1 + 6 + 15) / 64, whatever the trials of each.
    expect(comparison).toMatchObject({ tasks: 6, pairs: 60, better: 20, worse: 40 });
    expect(comparison.p_value).toBeCloseTo(44 / 64, 12);
    expect(comparison.verdict).toBe('no-difference');
  });

  it('heeds trials that only one run has of a task', () => {
    const before = [row('a', 0, 'passed'), row('a', 1, 'passed'), row('b', 0, 'passed')];
    const after = [row('a', 0, 'passed'), row('a', 1, 'failed'), row('a', 2, 'failed')];
    const comparison = compareRuns(run(...before), run(...after, row('b', 0, 'passed')));
    expect(comparison).toMatchObject({ tasks: 2, pairs: 3, worse: 1 });
    expect(comparison.regressions).toEqual([{ task_id: 'a', before: 1, after: 1 / 3 }]);
    expect(comparison.difference).toBeCloseTo(-1 / 3, 12);
  });

  it('counts numbers of trials that have little in common', () => {
    const trials = (of: number, verdict: Verdict): TrialRow[] =>
      Array.from({ length: 7 }, (_, at) => at).flatMap((at) =>
        Array.from({ length: of + at }, (_, trial) => row(`t${at}`, trial, verdict)),
      );
    const comparison = compareRuns(run(...trials(20, 'passed')), run(...trials(31, 'failed')));
    expect(comparison.p_value).toBeLessThan(0.05);
    expect(comparison.verdict).toBe('regression');
  });

  it('says when there are too few tasks to tell, and only where they differ', () => {
    const few = (verdict: Verdict): TrialRow[] =>
      Array.from({ length: 50 }, (_, at) => row(`t${at % 5}`, Math.floor(at / 5), verdict));
    const comparison = compareRuns(run(...few('passed')), run(...few('failed')));
    expect(comparison).toMatchObject({ tasks: 5, p_value: 2 / 32, verdict: 'too-few-tasks' });
    const same = compareRuns(run(...few('passed')), run(...few('passed')));
    expect(same).toMatchObject({ p_value: 1, verdict: 'no-difference' });
    const lenient = compareRuns(run(...few('passed')), run(...few('failed')), { alpha: 0.1 });
    expect(lenient.verdict).toBe('regression');
  });

  it('leaves doubt where every task changed alike, and where none did', () => {
    const all = compareRuns(run(...many('passed')), run(...many('failed'))).interval;
    expect(all).toEqual({ low: -1, high: expect.closeTo(-0.3476, 4) });
    const none = compareRuns(run(...many('passed')), run(...many('passed'))).interval;
    expect(none).toEqual({ low: expect.closeTo(-0.3372, 4), high: expect.closeTo(0.3372, 4) });
  });

  it('pairs only what broke in neither run', () => {
    const after = many('passed').map((one, at) => (at < 6 ? row(one.task_id, 0, 'error') : one));
    expect(compareRuns(run(...many('passed')), run(...after)).pairs).toBe(2);
  });

  it('refuses runs of other tasks, and runs without a trial in common', () => {
    const other = { meta: meta({ tasks_sha256: 'y' }), rows: () => rows };
    expect(() => compareRuns(run(...rows), other)).toThrow(/different tasks/);
    expect(() => compareRuns(run(row('a', 0, 'error')), run(row('a', 0, 'passed')))).toThrow(
      /share no task/,
    );
  });
});

it('writes JUnit that cannot be broken by what it holds', () => {
  const evil = '</failure><x a="1">&\u0000\u001b';
  const grade = { name: evil, passed: false, score: 0, details: { found: evil } };
  const bad = row(evil, 0, 'failed', { grades: [grade] });
  const xml = [
    ...formatJUnitXml('s', { meta: meta(), rows: () => [...rows, bad, row('c', 0, 'error')] }),
  ].join('');
  expect(xml.match(/<testcase /g)).toHaveLength(6);
  expect(xml.match(/<\/failure>/g)).toHaveLength(2);
  expect(xml.match(/<\/error>/g)).toHaveLength(1);
  expect(xml).not.toContain('<x');
  expect(xml).toContain('<testcase name="c, trial 0" classname="c" ');
  // oxlint-disable-next-line no-control-regex
  expect(xml).not.toMatch(/[\u0000\u001b]/);
});

it('writes a summary that cannot be broken by what it holds', () => {
  const evil = 'a|b <img src=x> [link](javascript:x)\n# head';
  const bad = row(evil, 0, 'failed', {
    grades: [{ name: 'G', passed: false, score: 0, details: { found: evil } }],
  });
  const text = formatMarkdownSummary(createReport(meta({ agent: evil }), [...rows, bad]));
  expect(text).toContain('5 trials of 3 tasks: 3 passed, 2 failed, 0 errored.');
  expect(text).toContain('| pass@k |');
  expect(text).not.toMatch(/<img|\n# head|[^\\]\[link/);
  const widths = text.split('\n').filter((line) => line.startsWith('| ') && /[^\\]\|/.test(line));
  expect(widths.length).toBeGreaterThan(5);
});
