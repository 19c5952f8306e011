import { describe, expect, it } from 'vitest';
import type { StoredRun, TrialRow } from '#eval';
import { createTrialRow } from '../evals/runs.fixture.ts';
import {
  parseChunks,
  parseReportRun,
  createStoredRun,
  TEMPLATE,
  findTrial,
} from './report.fixture.ts';
import { renderRunReport } from './run-report.ts';

function htmlOf(rows: readonly TrialRow[], more: Partial<StoredRun['meta']> = {}): string {
  return [...renderRunReport(TEMPLATE, createStoredRun(rows, more))].join('');
}

function said(content: string): Partial<TrialRow> {
  return { messages: [{ role: 'user', content }] };
}

const ROWS = [
  createTrialRow('good', 0, 'passed', said('good 0')),
  createTrialRow('good', 1, 'passed', said('good 1')),
  createTrialRow('bad', 0, 'failed', said('bad 0')),
  createTrialRow('bad', 1, 'error', { ...said('bad 1'), cost_usd: null }),
];

/** What would do something if it were taken for markup or script anywhere. */
const HOSTILE = [
  '</script><script>globalThis.hit = 1</script>',
  '<!--<script>',
  '<!--chunks--><!--model-->',
  '<img src=x onerror="globalThis.hit = 1">',
  '"><svg onload=globalThis.hit=1>',
  "' onmouseover='globalThis.hit=1",
  '\u2028\u2029\u0000\u001b[31m',
  '&lt;b&gt; ]]> --> --> $& $1',
].join(' ');

describe('the file of a run', () => {
  it('says what the run came to where no script runs, and the rest as data', () => {
    const html = htmlOf(ROWS, { tasks_path: 'suites/desk.jsonl', agent: 'cmd:agent' });
    expect(html).toMatch(/^<!doctype html><title>desk\.jsonl: cmd:agent<\/title>[^]*<\/html>$/);
    expect(html).toContain(
      '<noscript>desk.jsonl, cmd:agent: pass rate 66.7 %, 2 passed, 1 failed, 1 errored, 0 not run.<',
    );
    const { view } = parseReportRun(html);
    expect(view).toMatchObject({ costUsd: null, knownCostUsd: 1.5, trialsOfUnknownCost: 1 });
    expect(view.tasks.map(({ id }) => id)).toEqual(['bad', 'good']);
    expect(view.isGoing).toBe(false);
  });

  it('says where the detail of every trial is', () => {
    const html = htmlOf(ROWS);
    const { view, details } = parseReportRun(html);
    for (const [task, { id, trials }] of view.tasks.entries()) {
      for (const [at, { trial }] of trials.entries()) {
        const found = findTrial(html, details[task]?.[at]);
        expect(found).toMatchObject({
          taskId: id,
          trial,
          messages: [{ content: `${id} ${trial}` }],
        });
      }
    }
  });

  it('packs trials in chunks, and finds the last row of one that was run again', () => {
    const rows = Array.from({ length: 40 }, (_, at) => createTrialRow(`t${at}`, 0, 'passed'));
    const html = htmlOf([...rows, createTrialRow('t3', 0, 'failed', said('again'))]);
    expect(parseChunks(html).map(({ length }) => length)).toEqual([16, 16, 8]);
    expect(findTrial(html, parseReportRun(html).details[0]?.[0])).toMatchObject({
      taskId: 't3',
      verdict: 'failed',
      messages: [{ content: 'again' }],
    });
  });

  it('leaves out rows that came after it began to read', () => {
    let readings = 0;
    const rows = (): TrialRow[] => {
      readings += 1;
      return readings === 1 ? ROWS : [...ROWS, createTrialRow('late', 0, 'passed')];
    };
    const html = [...renderRunReport(TEMPLATE, { ...createStoredRun([]), rows })].join('');
    expect(parseChunks(html).flat()).toHaveLength(ROWS.length);
    expect(parseReportRun(html).view.tasks.map(({ id }) => id)).not.toContain('late');
  });

  it('has the tags of tasks', () => {
    const tags = new Map([['bad', ['hard', 'money']]]);
    const html = [...renderRunReport(TEMPLATE, createStoredRun(ROWS), tags)].join('');
    expect(parseReportRun(html).view.tasks.map((task) => task.tags)).toEqual([
      ['hard', 'money'],
      [],
    ]);
  });

  it('takes everything that is of the run for text', () => {
    const hostile = createTrialRow(HOSTILE, 0, 'failed', {
      error: HOSTILE,
      grades: [{ name: HOSTILE, passed: false, score: 0, details: { [HOSTILE]: HOSTILE } }],
      ...said(HOSTILE),
    });
    const meta = { agent: HOSTILE, tasks_path: HOSTILE, graders: [HOSTILE], started_at: HOSTILE };
    const html = htmlOf([hostile], meta);
    const plain = htmlOf([createTrialRow('x', 0, 'failed')]);
    const tagsOf = (of: string): string[] => [...of.matchAll(/<[!/a-z][^\s>]*/gi)].map(String);
    expect(tagsOf(html)).toEqual(tagsOf(plain));
    expect(html.split('<script')[1]).not.toMatch(/[\u2028\u2029]/);
    expect(parseReportRun(html).view.tasks[0]?.id).toBe(HOSTILE);
    expect(findTrial(html, 0)).toMatchObject({
      error: HOSTILE,
      messages: [{ content: HOSTILE }],
      grades: [{ name: HOSTILE, reason: JSON.stringify({ [HOSTILE]: HOSTILE }) }],
    });
  });

  it('keeps half a surrogate pair, wherever JavaScript is asked for it', () => {
    const half = 'half \ud83d pair';
    const html = Buffer.from(
      htmlOf([createTrialRow(half, 0, 'passed', said(half))], { agent: half }),
    ).toString('utf8');
    expect(parseReportRun(html).view).toMatchObject({ agent: half, tasks: [{ id: half }] });
    expect(findTrial(html, 0)?.messages).toEqual([{ role: 'user', content: half }]);
  });

  it('reports a run of nothing', () => {
    const html = htmlOf([]);
    expect(html).toContain('pass rate unknown, 0 passed, 0 failed, 0 errored, 4 not run.');
    expect(parseReportRun(html).view.tasks).toEqual([]);
  });

  it('takes no template with other places', () => {
    const pieces = renderRunReport(TEMPLATE.replace('<!--model-->', ''), createStoredRun(ROWS));
    expect(() => [...pieces]).toThrow('not: title summary chunks');
  });
});
