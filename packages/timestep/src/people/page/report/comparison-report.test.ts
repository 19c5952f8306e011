import { describe, expect, it } from 'vitest';
import type { StoredRun, Verdict } from '#eval';
import { createTrialRow } from '../evals/runs.fixture.ts';
import { renderComparisonReport } from './comparison-report.ts';
import { parseReportModel, createStoredRun, TEMPLATE, findTrial } from './report.fixture.ts';

function runWith(name: string, verdicts: Readonly<Record<string, readonly Verdict[]>>): StoredRun {
  const rows = Object.entries(verdicts).flatMap(([id, list]) =>
    list.map((verdict, trial) =>
      createTrialRow(id, trial, verdict, {
        messages: [{ role: 'user', content: `${name} ${id} ${trial}` }],
      }),
    ),
  );
  return createStoredRun(rows, { agent: name });
}

const BEFORE = runWith('old', { worse: ['passed', 'passed'], broken: ['passed', 'passed'] });
const AFTER = runWith('new', { worse: ['failed', 'passed'], broken: ['error'] });

describe('the file of a comparison', () => {
  const html = [...renderComparisonReport(TEMPLATE, BEFORE, AFTER)].join('');
  const model = parseReportModel(html);

  it('says what differs', () => {
    expect(html).toContain('<title>tasks 0123456789ab: broken</title>');
    expect(html).toContain('<noscript>broken. Before: tasks 0123456789ab, old: pass rate');
    expect(model).toMatchObject({
      kind: 'comparison',
      comparison: {
        verdict: 'broken',
        worse: 1,
        regressions: [{ taskId: 'worse', before: 1, after: 0.5 }],
        before: { name: 'before', agent: 'old' },
        after: { name: 'after', agent: 'new' },
      },
    });
    expect(JSON.stringify(model.kind === 'comparison' && model.comparison)).not.toContain(
      'tasks":[',
    );
  });

  it('finds the trials of both runs', () => {
    if (model.kind !== 'comparison') throw new Error('not a comparison');
    for (const [name, run] of [['old', model.before] as const, ['new', model.after] as const]) {
      for (const [task, { id, trials }] of run.view.tasks.entries()) {
        for (const [at, { trial }] of trials.entries()) {
          const found = findTrial(html, run.details[task]?.[at]);
          expect(found?.messages).toEqual([{ role: 'user', content: `${name} ${id} ${trial}` }]);
        }
      }
    }
  });

  it('refuses runs of other tasks', () => {
    const other = { ...AFTER, meta: { ...AFTER.meta, tasks_sha256: 'other' } };
    expect(() => [...renderComparisonReport(TEMPLATE, BEFORE, other)]).toThrow(/different tasks/);
  });
});
