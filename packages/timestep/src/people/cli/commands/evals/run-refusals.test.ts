import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GRADER_NAMES, createGradersFromSpecs } from '#eval';
import {
  createTestFolder,
  runInSubprocess,
  runInProcess,
  type FinishedRun,
} from '../../timestep.fixture.ts';

function tasksIn(folder: string): string {
  const path = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'sun' }];
  writeFileSync(path, JSON.stringify({ id: 'one', messages, expected: { final_contains: 'sun' } }));
  return path;
}

function running(folder: string, more: readonly string[], env = {}): Promise<FinishedRun> {
  const outdir = join(folder, 'run');
  return runInProcess(
    ['run', '--tasks', tasksIn(folder), '--outdir', outdir, '--trials', '1', ...more],
    env,
  );
}

it.each(['abc', '1.5', '', '1e99'])('refuses --seed %j', async (seed) => {
  const folder = createTestFolder();
  const told = await running(folder, [`--seed=${seed}`]);
  expect(told).toMatchObject({ code: 2, stdout: '' });
  expect(told.stderr).toContain('use a whole number');
});

it.each([
  [
    'a bad pattern',
    'FinalRegex:(, FinalContains',
    'FinalRegex:( is not a valid regular expression',
  ],
  ['an expectation nobody reads', 'MaxToolCalls:5', 'read by FinalContains, which is not one of'],
  ['an argument of none', 'ForbiddenTools:x, FinalContains', 'takes no argument'],
])('refuses %s before anything is written', async (_, graders, said) => {
  const folder = createTestFolder();
  const told = await running(folder, ['--graders', graders]);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toContain(said);
  expect((await runInProcess(['report', join(folder, 'run')])).stderr).toContain('contains no run');
});

it('goes on neither with other arguments of graders nor with another environment', async () => {
  const folder = createTestFolder();
  const graders = ['--graders', 'FinalContains, MaxToolCalls:5'];
  expect((await running(folder, graders)).code).toBe(0);
  const otherwise = ['--resume', '--graders', 'FinalContains, MaxToolCalls:6'];
  expect((await running(folder, otherwise)).stderr).toContain('had a different graders');
  const elsewhere = [...graders, '--resume', '--environment', 'mcp:node nowhere.js'];
  expect((await running(folder, elsewhere)).stderr).toContain('had a different environment');
  expect((await running(folder, [...graders, '--resume'])).stdout).toContain('0 trials run');
  const meta = JSON.parse(readFileSync(join(folder, 'run', 'run_meta.json'), 'utf8')) as object;
  expect(meta).toMatchObject({
    graders: ['FinalContains', 'MaxToolCalls:5'],
    environment: 'builtin:default',
  });
});

it('records the tools of the environment, and does not go on with others', async () => {
  const folder = createTestFolder();
  expect((await running(folder, [])).code).toBe(0);
  const file = join(folder, 'run', 'run_meta.json');
  const meta = JSON.parse(readFileSync(file, 'utf8')) as { readonly tools_available: string[] };
  expect(meta.tools_available).toEqual(['calc', 'echo']);
  writeFileSync(file, JSON.stringify({ ...meta, tools_available: ['calc'] }));
  const { stderr } = await running(folder, ['--resume']);
  expect(stderr).toContain('had a different tools_available (["calc"])');
  // Earlier releases recorded no tools.
  writeFileSync(file, JSON.stringify({ ...meta, tools_available: [] }));
  expect((await running(folder, ['--resume'])).stdout).toContain('0 trials run');
});

it('records no tools where the environment cannot be created', async () => {
  const folder = createTestFolder();
  const { stdout } = await running(folder, ['--environment', 'mcp:node nowhere.js']);
  expect(stdout).toContain('1 errored');
  const meta = readFileSync(join(folder, 'run', 'run_meta.json'), 'utf8');
  expect(JSON.parse(meta)).toMatchObject({ tools_available: [] });
});

it('does not call a file that cannot be used a defect', async () => {
  const folder = createTestFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const told = await runInProcess([
    'run',
    '--tasks',
    tasksIn(folder),
    '--outdir',
    join(file, 'run'),
  ]);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toMatch(/ENOTDIR/);
  expect(told.stderr).not.toContain('defect');
  const unread = await runInProcess(['report', file]);
  expect(unread.stderr).not.toContain('defect');
  const traces = await runInProcess(['run', '--traces', '/proc/self/mem', '--outdir', folder]);
  expect(traces.stderr).not.toContain('defect');
});

it('tells the form of tasks and every expectation, in help and on a page', async () => {
  const help = await runInProcess(['run', '--help']);
  const page = readFileSync(
    join(import.meta.dirname, '../../../../../../../design/eval-tasks.md'),
    'utf8',
  );
  const keys = createGradersFromSpecs(GRADER_NAMES).flatMap(({ reads = [] }) => reads);
  expect(keys).toContain('expected.final_regex');
  expect(keys).toContain('limits.min_tool_calls');
  expect(keys.length).toBeGreaterThan(12);
  const fields = ['id', 'messages', 'tools_allowed', 'expected', 'limits', 'metadata'];
  const ends = ['max_steps', 'time_limit_s', 'max_tokens', 'max_cost_usd', 'llm_judge_rubric'];
  for (const key of [...keys, ...fields, ...ends, ...GRADER_NAMES]) {
    const name = key.replace(/^\w+\./, '');
    expect(help.stdout).toMatch(new RegExp(`\\b${name}\\b`));
    expect(page).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

it('runs as a process what the page shows', async () => {
  const folder = createTestFolder();
  const page = readFileSync(
    join(import.meta.dirname, '../../../../../../../design/eval-tasks.md'),
    'utf8',
  );
  const [, example = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
  const tasks = join(folder, 'tasks.jsonl');
  writeFileSync(tasks, example.trim().replaceAll(/\n\s*/g, ' '));
  const graders = 'FinalContains, ToolCallSequence, MaxToolCalls, ForbiddenTools';
  const asked = ['--tasks', tasks, '--outdir', join(folder, 'run'), '--graders', graders];
  const told = await runInSubprocess('run', ...asked, '--trials', '1');
  expect(told.stdout).toContain('1 trial run: 0 passed, 1 failed, 0 errored');
});
