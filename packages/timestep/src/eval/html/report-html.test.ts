import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredRun } from '../report/read-run.ts';
import type { TrialRow } from '../trial.ts';
import { reportHtml } from './report-html.ts';
import { detailsIn, modelIn, rowWith, runOf } from './run.fixture.ts';

function htmlOf(rows: readonly TrialRow[], more: Partial<StoredRun['meta']> = {}): string {
  return [...reportHtml(runOf(rows, more))].join('');
}

/** The text of the page outside of its elements' tags. */
function textOf(html: string): string {
  const [before = ''] = html.split('<script');
  return before
    .replaceAll(/<style>.*<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const ROWS = [
  rowWith('good', 0, 'passed'),
  rowWith('good', 1, 'passed'),
  rowWith('bad', 0, 'failed'),
  rowWith('bad', 1, 'error', { cost_usd: null }),
];

/** What would do something if it were taken for markup or script anywhere. */
const HOSTILE = [
  '</script><script>globalThis.hit = 1</script>',
  '<!--<script>',
  '<img src=x onerror="globalThis.hit = 1">',
  '"><svg onload=globalThis.hit=1>',
  "' onmouseover='globalThis.hit=1",
  '\u2028\u2029\u0000\u001b[31m',
  '&lt;b&gt; ]]> --> -->',
].join(' ');

describe('reportHtml', () => {
  it('shows what the run came to, errors apart and an unknown cost unknown', () => {
    const text = textOf(htmlOf(ROWS, { tasks_path: 'suites/desk.jsonl', agent: 'cmd:agent' }));
    expect(text).toContain('desk.jsonl cmd:agent');
    expect(text).toContain('pass rate 66.7 %');
    expect(text).toMatch(/passed 2 failed 1 errors 1 in no rate/);
    expect(text).toContain('cost unknown $1.50 known, 1 trial not');
    expect(text).toContain('judges cost $0.00');
    expect(text).toContain('duration 2 min 5 s');
    expect(text).toContain('1 task of unknown cost bad');
  });

  it('tells the page of every trial, worst task first, and where its detail is', () => {
    const html = htmlOf(ROWS);
    const { tasks, graders, runs } = modelIn(html);
    expect(runs).toEqual(['an agent']);
    expect(tasks.map(({ id }) => id)).toEqual(['bad', 'good']);
    expect(tasks[0]).toMatchObject({ figures: ['0/1 +1!', '0.00', 'unknown'] });
    expect(tasks[0]?.trials.map(({ outcome }) => outcome)).toEqual(['failed', 'error']);
    expect(tasks[0]?.trials[1]?.failing.map((at) => graders[at])).toEqual(['agent']);
    const details = detailsIn(html);
    for (const { id, trials } of tasks) {
      for (const { number, places } of trials) {
        const [chunk, at] = places[0] ?? [-1, -1];
        expect(details[chunk]?.[at]?.entries).toEqual([{ role: 'user', text: `${id} ${number}` }]);
      }
    }
  });

  it('packs trials in chunks, and finds the last row of one that was run again', () => {
    const rows = Array.from({ length: 40 }, (_, at) => rowWith(`t${at}`, 0, 'passed'));
    const again = rowWith('t3', 0, 'failed', { messages: [{ role: 'user', content: 'again' }] });
    const html = htmlOf([...rows, again]);
    const details = detailsIn(html);
    expect(details.map(({ length }) => length)).toEqual([16, 16, 8]);
    const [chunk, at] = modelIn(html).tasks[0]?.trials[0]?.places[0] ?? [-1, -1];
    expect(details[chunk]?.[at]).toMatchObject({ verdict: 'failed', entries: [{ text: 'again' }] });
  });

  it('holds rows that came after it began to read for none of its business', () => {
    let readings = 0;
    const rows = (): TrialRow[] => {
      readings += 1;
      return readings === 1 ? ROWS : [...ROWS, rowWith('late', 0, 'passed')];
    };
    const html = [...reportHtml({ ...runOf([]), rows })].join('');
    expect(detailsIn(html).flat()).toHaveLength(ROWS.length);
    expect(modelIn(html).tasks.map(({ id }) => id)).not.toContain('late');
  });

  it('runs nothing but its own script, by its digest, and may load nothing', () => {
    const html = htmlOf(ROWS);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(1);
    const digest = createHash('sha256')
      .update(scripts[0]?.[1] ?? '')
      .digest('base64');
    const style = createHash('sha256')
      .update(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '')
      .digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${digest}'`,
      `style-src 'sha256-${style}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(html).not.toMatch(/\b(src|href|action|srcset|style)=/);
    expect(html.split('<style>')[1]?.split('</style>')[0]).not.toMatch(/url\(|@import/);
  });

  it('takes everything that is of the run for text', () => {
    const hostile = rowWith(HOSTILE, 0, 'failed', {
      cost_usd: null,
      error: HOSTILE,
      grades: [{ name: HOSTILE, passed: false, score: 0, details: { [HOSTILE]: HOSTILE } }],
      messages: [{ role: 'user', content: HOSTILE }],
    });
    const meta = { agent: HOSTILE, tasks_path: HOSTILE, graders: [HOSTILE], started_at: HOSTILE };
    const html = htmlOf([hostile], meta);
    const plain = htmlOf([rowWith('x', 0, 'failed', { cost_usd: null })]);
    const tagsOf = (of: string): string[] => [...of.matchAll(/<[!/a-z][^\s>]*/gi)].map(String);
    expect(tagsOf(html)).toEqual(tagsOf(plain));
    expect(html.split('<script')[1]).not.toMatch(/[\u2028\u2029]/);
    expect(modelIn(html).tasks[0]?.id).toBe(HOSTILE);
    expect(detailsIn(html)[0]?.[0]).toMatchObject({
      error: HOSTILE,
      entries: [{ text: HOSTILE }],
      grades: [{ name: HOSTILE, reason: JSON.stringify({ [HOSTILE]: HOSTILE }) }],
    });
  });

  it('keeps half a surrogate pair, wherever JavaScript is asked for it', () => {
    const half = 'half \ud83d pair';
    const html = Buffer.from(
      htmlOf([rowWith(half, 0, 'passed', { messages: [{ role: 'user', content: half }] })], {
        agent: half,
      }),
    ).toString('utf8');
    expect(modelIn(html)).toMatchObject({ runs: [half], tasks: [{ id: half }] });
    expect(detailsIn(html)[0]?.[0]?.entries).toEqual([{ role: 'user', text: half }]);
  });

  it('reports a run of nothing', () => {
    const html = htmlOf([]);
    expect(textOf(html)).toContain('pass rate unknown');
    expect(textOf(html)).toContain('4 not run');
    expect(modelIn(html).tasks).toEqual([]);
  });
});
