import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '#eval';
import { createProgressDisplay } from './progress-line.ts';
import { runNow, createTestFolder, runInSubprocess } from '../../timestep.fixture.ts';

function tasksIn(folder: string, wanted: readonly string[]): string {
  const path = join(folder, 'tasks.jsonl');
  const lines = wanted.map((final_contains, at) =>
    JSON.stringify({
      id: `task_${at}`,
      messages: [{ role: 'user', content: 'sun' }],
      expected: { final_contains },
    }),
  );
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('timestep run and report', () => {
  it('run a suite, show it, and gate on it', async () => {
    const folder = createTestFolder();
    const tasks = tasksIn(folder, ['sun', 'rain']);
    const outdir = join(folder, 'run');
    const ran = await runInSubprocess('run', '--tasks', tasks, '--outdir', outdir, '--trials', '2');
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 passed, 2 failed') as string,
    });
    expect(ran.stderr).toContain('4/4');

    const shown = await runNow('report', outdir, '--junit', join(folder, 'junit.xml'));
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/pass rate +50\.0 % of 4/);
    expect(shown.stdout).toMatch(/task_1 +0\/2 +0 +0\.50 +FinalContains 2×: .*rain/);
    expect(shown.stdout.indexOf('task_1')).toBeLessThan(shown.stdout.indexOf('task_0'));
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain(
      '<failure message="FinalContains">',
    );

    const json = await runNow('report', outdir, '--json');
    expect(JSON.parse(json.stdout) as Report).toMatchObject({
      passed: 2,
      failed: 2,
      pass_all: [0.5, 0.5],
    });
    const github = await runNow('report', outdir, '--github');
    expect(github.stdout).toMatch(/^## builtin:echo: 50\.0 % passed/);
    expect((await runNow('report', outdir, '--min-pass-rate', '0.5')).code).toBe(0);
    expect((await runNow('report', outdir, '--min-pass-rate', '0.6')).code).toBe(1);
    expect((await runNow('report', outdir, '--threshold', '0.5')).code).toBe(1);

    const again = await runNow('run', '--tasks', tasks, '--outdir', outdir, '--trials', '2');
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already contains a run') as string,
    });
    const resumed = await runNow(
      'run',
      '--tasks',
      tasks,
      '--outdir',
      outdir,
      '--trials',
      '2',
      '--resume',
    );
    expect(resumed.stdout).toContain('0 trials run');
  });

  it.each([
    ['an unknown agent', ['--agent', 'magic:wand'], 'is not a valid agent'],
    ['an unknown grader', ['--graders', 'Magic'], 'unknown grader Magic'],
    ['an unknown environment', ['--environment', 'moon'], 'is not a valid environment'],
  ])('refuse %s before anything is written', async (_, more, said) => {
    const folder = createTestFolder();
    const tasks = tasksIn(folder, ['sun']);
    const outdir = join(folder, 'run');
    const ran = await runNow('run', '--tasks', tasks, '--outdir', outdir, ...more);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain(said);
    expect((await runNow('report', outdir)).stderr).toContain('contains no run');
  });

  it('name the line of a task that cannot be used', async () => {
    const folder = createTestFolder();
    const tasks = join(folder, 'tasks.jsonl');
    writeFileSync(tasks, '{"messages":[{"role":"user","content":"x"}]}\n{"messages":[]}');
    const ran = await runNow('run', '--tasks', tasks, '--outdir', join(folder, 'run'));
    expect(ran.stderr).toContain('tasks.jsonl:2 messages');
  });
});

describe('timestep compare', () => {
  async function runOf(
    folder: string,
    name: string,
    wanted: readonly string[],
    agent: string,
  ): Promise<string> {
    const outdir = join(folder, name);
    const tasks = tasksIn(folder, wanted);
    await runNow('run', '--tasks', tasks, '--outdir', outdir, '--trials', '1', '--agent', agent);
    return outdir;
  }

  it('tells a regression from none, and what cannot be compared', async () => {
    const folder = createTestFolder();
    const wanted = Array.from({ length: 8 }, () => 'sun');
    const silent = `cmd:${process.execPath} -p "'nothing'"`;
    const good = await runOf(folder, 'good', wanted, 'builtin:echo');
    const bad = await runOf(folder, 'bad', wanted, silent);
    const other = await runOf(folder, 'other', ['rain'], 'builtin:echo');
    const worse = await runNow('compare', good, bad);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(
      /^−100\.0 points: worse, statistically significant\n\nverdict +regression/,
    );
    expect(worse.stdout).toMatch(/task_0 +100\.0 % +0\.0 %/);
    expect((await runNow('compare', bad, good)).code).toBe(0);
    const same = await runNow('compare', good, good, '--json');
    expect(JSON.parse(same.stdout)).toMatchObject({ verdict: 'no-difference', p_value: 1 });
    expect(await runNow('compare', good, other)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('different tasks') as string,
    });
  });
});

it('changes one line for those who watch, and says little to logs', () => {
  const row = {
    verdict: 'passed',
    cost_usd: 0.5,
    started_at: '2026-01-01T00:00:00.000Z',
    duration_s: 2,
  } as never;
  const told = (isWatched: boolean): string[] => {
    const said: string[] = [];
    const line = createProgressDisplay(isWatched, (text) => said.push(text));
    for (let done = 1; done <= 100; done += 1) line.showProgress({ row, done, total: 100 });
    line.end();
    return said;
  };
  expect(told(false)).toHaveLength(10);
  expect(told(true)).toHaveLength(101);
  expect(told(true)[0]).toMatch(/^\r.*1\/100 {2}1 passed .* 198 s left {2}\$0\.5000$/);
});
