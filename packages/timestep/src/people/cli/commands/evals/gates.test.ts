import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '#protocols/http';
import { openResultsFile, type RunMeta, type TrialRow } from '#eval';
import { createTestFolder, runInProcess } from '../../timestep.fixture.ts';

type Verdict = 'passed' | 'failed' | 'error';

/** A run of twenty tasks, of which these trials were recorded. */
function runOf(folder: string, name: string, verdicts: readonly Verdict[], trials = 1): string {
  const outdir = join(folder, name);
  mkdirSync(outdir);
  const meta: RunMeta = {
    version: 'timestep_eval_v1',
    tasks_path: null,
    tasks_sha256: 'x',
    task_count: 20,
    trials,
    seed: 0,
    agent: name,
    graders: ['FinalContains'],
    tools_available: [],
    agent_timeout_s: 120,
    concurrency: 4,
    started_at: '2026-01-01T00:00:00.000Z',
  };
  writeFileSync(join(outdir, 'run_meta.json'), JSON.stringify(meta));
  const rows = verdicts.map((verdict, at): TrialRow => ({
    task_id: `task_${at}`,
    trial: 0,
    seed: 0,
    verdict,
    passed: verdict === 'passed',
    score: Number(verdict === 'passed'),
    terminated_reason: verdict === 'error' ? 'error' : 'final_answer',
    error: verdict === 'error' ? 'cannot reach 127.0.0.1:9' : null,
    steps: 1,
    tool_calls: 0,
    duration_s: 1,
    input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
    cost_usd: null,
    judge_cost_usd: 0,
    started_at: '2026-01-01T00:00:00.000Z',
    grades: [{ name: 'FinalContains', passed: verdict === 'passed', score: 0, details: {} }],
    messages: [],
  }));
  const results = openResultsFile(join(outdir, 'results.jsonl'));
  for (const row of rows) results.append(row);
  results.close();
  return outdir;
}

const times = (count: number, verdict: Verdict): Verdict[] =>
  Array.from({ length: count }, () => verdict);
const CRASHED = [...times(1, 'passed'), ...times(19, 'error')];

describe('timestep report', () => {
  it.each([
    [[], 1],
    [['--min-pass-rate', '0.9'], 1],
    [['--threshold', '0.1', '--max-errors', '18'], 1],
    [['--max-errors', '0'], 1],
    [['--max-errors', '94%'], 1],
    [['--max-errors', '95%'], 0],
    [['--max-errors', '19', '--min-pass-rate', '1'], 0],
  ])('exits, where 19 of 20 trials broke, with %j as %d', async (options, code) => {
    const outdir = runOf(createTestFolder(), 'run', CRASHED);
    const told = await runInProcess(['report', outdir, ...options]);
    expect(told.code).toBe(code);
    expect(told.stdout).toMatch(/pass rate +100\.0 % of 1 .*19 of 20 errored/);
    expect(told.stderr).toMatch(code === 1 ? /19 of 20 trials errored.*--max-errors/ : /^$/);
  });

  it('fails a task that nothing could be judged of, whatever errors are allowed', async () => {
    const outdir = runOf(createTestFolder(), 'run', CRASHED);
    const conditions = ['--threshold', '0.1', '--max-errors', '100%'];
    expect((await runInProcess(['report', outdir, ...conditions])).code).toBe(1);
    const none = runOf(createTestFolder(), 'none', times(20, 'error'));
    const told = await runInProcess(['report', none, '--max-errors', '100%']);
    expect(told).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no trial could be judged') as string,
    });
  });

  it('says why trials broke, not what their graders made of nothing', async () => {
    const outdir = runOf(createTestFolder(), 'run', CRASHED);
    const told = await runInProcess(['report', outdir]);
    expect(told.stdout).toMatch(/task_5 +0\/0 +1 .*agent 1×: cannot reach 127\.0\.0\.1:9/);
  });

  it('counts trials that were not run, in every form', async () => {
    const folder = createTestFolder();
    const outdir = runOf(folder, 'run', times(4, 'passed'), 3);
    const junit = join(folder, 'junit.xml');
    const html = join(folder, 'report.html');
    const told = await runInProcess(['report', outdir, '--junit', junit, '--html', html]);
    expect(told.code).toBe(1);
    expect(told.stderr).toMatch(/56 of 60 trials were not run.*--resume.*--max-errors/);
    expect(told.stdout).toMatch(/pass rate +100\.0 % of 4 .*56 of 60 not run/);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(/<testsuite [^>]*tests="5" failures="0" errors="1"/);
    expect(xml).toMatch(/<error message="56 of 60 trials were not run/);
    expect(readFileSync(html, 'utf8')).toContain(' 56 not run.<');

    const json = await runInProcess(['report', outdir, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      planned: 60,
      missing: 56,
      gate: { passed: false, problems: [expect.stringContaining('56 of 60')] },
    });
    const github = await runInProcess(['report', outdir, '--github']);
    expect(github.code).toBe(1);
    expect(github.stdout).toMatch(/^## run: 100\.0 % passed.*56 of 60 not run/);
    expect(github.stdout).toMatch(/\*\*Failed\*\*: 56 of 60 trials were not run/);

    const allowed = await runInProcess(['report', outdir, '--max-errors', '56', '--json']);
    expect(allowed.code).toBe(0);
    expect(JSON.parse(allowed.stdout)).toMatchObject({ gate: { passed: true, problems: [] } });
  });

  it('leaves errors that are allowed out of what JUnit calls errors', async () => {
    const folder = createTestFolder();
    const outdir = runOf(folder, 'run', CRASHED);
    const [strict, lax] = [join(folder, 'strict.xml'), join(folder, 'lax.xml')];
    await runInProcess(['report', outdir, '--junit', strict]);
    await runInProcess(['report', outdir, '--junit', lax, '--max-errors', '19']);
    expect(readFileSync(strict, 'utf8')).toMatch(/errors="19" skipped="0"[^]*cannot reach/);
    const xml = readFileSync(lax, 'utf8');
    expect(xml).toMatch(/errors="0" skipped="19"[^]*cannot reach/);
    expect(xml).not.toContain('<error');
  });
});

describe('timestep compare', () => {
  it('does not call a run of crashes no difference', async () => {
    const folder = createTestFolder();
    const good = runOf(folder, 'good', times(20, 'passed'));
    const crashed = runOf(folder, 'crashed', CRASHED);
    for (const [before, after] of [
      [good, crashed],
      [crashed, good],
    ] as const) {
      const told = await runInProcess(['compare', before, after]);
      expect(told.code).toBe(1);
      expect(told.stdout).toMatch(/verdict +broken/);
      // The difference is the first that is said, and what the errored trials could change about it.
      const [headline] = told.stdout.split('\n');
      expect(headline).toBe(
        before === good
          ? '0.0 points, but not reliable: 19 of 40 trials errored or are missing; −95.0 to 0.0, however they had ended'
          : '0.0 points, but not reliable: 19 of 40 trials errored or are missing; 0.0 to +95.0, however they had ended',
      );
      expect(told.stderr).toMatch(/the run (before|after): 19 of 20 trials errored.*--max-errors/);
    }
    const page = join(folder, 'page.html');
    await runInProcess(['compare', good, crashed, '--html', page]);
    expect(readFileSync(page, 'utf8')).toMatch(/<title>.*: broken<\/title>/);
    const allowed = await runInProcess(['compare', good, crashed, '--max-errors', '95%', '--json']);
    expect(allowed.code).toBe(0);
    expect(JSON.parse(allowed.stdout)).toMatchObject({
      verdict: 'no-difference',
      before: { errors: 0, missing: 0 },
      after: { errors: 19, missing: 0 },
    });
  });

  it('does not take what was not run for no difference', async () => {
    const folder = createTestFolder();
    const good = runOf(folder, 'good', times(20, 'passed'));
    const short = runOf(folder, 'short', times(1, 'passed'));
    const told = await runInProcess(['compare', good, short]);
    expect(told).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the run after: 19 of 20 trials were not run') as string,
    });
  });

  it('keeps calling a regression one, and says of runs without a pair how many broke', async () => {
    const folder = createTestFolder();
    const good = runOf(folder, 'good', times(20, 'passed'));
    const bad = runOf(folder, 'bad', [...times(19, 'failed'), ...times(1, 'error')]);
    expect((await runInProcess(['compare', good, bad])).stdout).toMatch(/verdict +regression/);
    const none = runOf(folder, 'none', times(20, 'error'));
    const told = await runInProcess(['compare', good, none]);
    expect(told).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('after: 20 of 20 trials errored') as string,
    });
  });
});

it('fails a run whose agent cannot be reached, and says why', async () => {
  const folder = createTestFolder();
  const tasks = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'sun' }];
  const gone = await listen(() => new Response(), { port: 0 });
  await gone.close(0);
  const { url } = gone;
  writeFileSync(tasks, JSON.stringify({ messages, expected: { final_contains: 'sun' } }));
  const asked = ['--tasks', tasks, '--trials', '2', '--agent', `a2a:${url}`];
  const told = await runInProcess(['run', ...asked, '--outdir', join(folder, 'run')]);
  expect(told.code).toBe(1);
  expect(told.stderr).toMatch(/2 of 2 trials errored.*--max-errors/);
  expect(told.stdout).toMatch(/agent 2×: cannot reach 127\.0\.0\.1:\d+/);
  const over = ['--agent', `responses:${url}`, '--json', '--min-pass-rate', '0'];
  const other = ['run', ...asked.slice(0, 4), ...over, '--outdir', join(folder, 'other')];
  const json = await runInProcess(other);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ errors: 2, gate: { passed: false } });
  expect(json.stdout).toMatch(/127\.0\.0\.1:\d+[^"]*ECONNREFUSED/);
});

it.each(['x', '-1', '1.5', '101%', '%', ''])('refuses --max-errors %j', async (given) => {
  for (const words of [
    ['report', 'x'],
    ['compare', 'x', 'y'],
    ['run', '--tasks', 'x', '--outdir', 'y'],
  ]) {
    const told = await runInProcess([...words, `--max-errors=${given}`]);
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(told.stderr).toContain('use a number of trials or a percentage such as 5%');
  }
});
