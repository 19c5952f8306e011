import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  runNow,
  createTestFolder,
  openTestRunner,
  createTask,
  runInSubprocess,
} from '../../timestep.fixture.ts';

function newDatabase(): { path: string; database: readonly string[]; folder: string } {
  const folder = createTestFolder();
  const path = join(folder, 'tasks.db');
  return { path, folder, database: ['--database', path] };
}

it('lists tasks while a runner works', async () => {
  const { path, database } = newDatabase();
  const runner = openTestRunner(path);
  const done = await createTask(runner, 'parrot', 'hello');
  const waiting = await createTask(runner, 'asker', 'hello');
  const table = await runInSubprocess('tasks', 'list', ...database);
  expect(table).toMatchObject({ code: 0, stderr: '' });
  const [header, ...rows] = table.stdout.trimEnd().split('\n');
  expect(header).toMatch(/^TASK +STATE +AGENT +PRINCIPAL +CHANGED +EVENTS$/);
  expect(rows).toHaveLength(2);
  expect(table.stdout).toMatch(
    new RegExp(`^${done.id} +completed +parrot +ann +\\d+ s ago +${done.generation}$`, 'm'),
  );

  const chosen = await runNow('tasks', 'list', '--state', 'input-required', '--json', ...database);
  expect(JSON.parse(chosen.stdout)).toMatchObject({
    total: 1,
    tasks: [{ id: waiting.id, agent: 'asker', principal: 'ann', events: waiting.generation }],
  });
  const first = await runNow('tasks', 'list', '--limit', '1', ...database);
  expect(first.stdout).toContain('showing 1 of 2 tasks: use --limit');
  const none = await runNow('tasks', 'list', '--agent', 'nobody', ...database);
  expect(none.stdout).toBe('no tasks\n');
  const byAlias = await runNow('tasks', 'list', '--state', 'created', ...database);
  expect(byAlias).toMatchObject({ code: 0, stdout: 'no tasks\n' });
  const unknown = await runNow('tasks', 'list', '--state', 'done', ...database);
  expect(unknown).toMatchObject({ code: 2 });
});

it('shows a task: summary, transcript, events', async () => {
  const { path, database } = newDatabase();
  const task = await createTask(openTestRunner(path), 'parrot', 'hello\u001B[31m');
  const { code, stdout } = await runNow('tasks', 'show', task.id, ...database);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^State +completed \(final_answer\)$/m);
  expect(stdout).toMatch(/^user +hello\\u\{1b\}\[31m$/mu);
  expect(stdout).toMatch(/^ +1 +\+0\.000s +task\.submitted +agent parrot, principal ann$/m);
  expect(stdout).toMatch(/model\.replied +step 1 attempt 1, 5 tokens$/m);
  expect(stdout).not.toContain('\u001B');

  const json = await runNow('tasks', 'show', task.id, '--json', ...database);
  const shown: unknown = JSON.parse(json.stdout);
  expect(shown).toMatchObject({ id: task.id, state: 'completed', usage: { total_tokens: 5 } });
  expect(shown).toMatchObject({ transcript: [{ role: 'user' }, { role: 'assistant' }] });
});

it('takes the unique beginning of an id, and lists the ids of an ambiguous one', async () => {
  const { path, database } = newDatabase();
  const runner = openTestRunner(path);
  const one = await createTask(runner, 'parrot', 'hello');
  const other = await createTask(runner, 'parrot', 'bye');
  let length = 1;
  while (one.id[length - 1] === other.id[length - 1]) length += 1;
  const beginning = one.id.slice(0, length);
  const commands = [['show'], ['export'], ['trace', '--json']];
  for (const [command = '', ...options] of commands) {
    const shown = await runNow('tasks', command, beginning, ...options, ...database);
    expect([command, shown.code, shown.stdout.includes(one.id)]).toEqual([command, 0, true]);
  }
  const ambiguous = await runNow('tasks', 'show', one.id.slice(0, length - 1), ...database);
  expect(ambiguous.code).toBe(2);
  expect(ambiguous.stderr).toContain(`${one.id}, ${other.id}; give more characters of the id`);
  const missing = await runNow('tasks', 'cancel', 'nothing', ...database);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('has no task nothing');
});

it('exports events and transcripts', async () => {
  const { path, folder, database } = newDatabase();
  const task = await createTask(openTestRunner(path), 'asker', 'hello');
  const file = join(folder, 'out.jsonl');
  const ended = await runNow('tasks', 'export', task.id, '--output', file, ...database);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  const events = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(events.map((line) => (JSON.parse(line) as { generation: number }).generation)).toEqual(
    events.map((_, index) => index + 1),
  );
  expect(events).toHaveLength(task.generation);
  const form = await runNow('tasks', 'export', task.id, '--form', 'transcript', ...database);
  expect(JSON.parse(form.stdout)).toMatchObject([{ content: 'hello' }, { role: 'assistant' }]);

  const again = await runNow('tasks', 'export', task.id, '--output', file, ...database);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  const other = join(folder, 'other.jsonl');
  const unknown = await runNow('tasks', 'export', 'nothing', '--output', other, ...database);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('has no task') });
  expect(existsSync(other)).toBe(false);
});

it('cancels a task that a runner is working on, once', async () => {
  const { path, database } = newDatabase();
  const task = await createTask(openTestRunner(path), 'thinker', 'hello');
  const ended = await runNow('tasks', 'cancel', task.id, ...database);
  expect(ended).toEqual({ code: 0, stdout: `task ${task.id} is canceled\n`, stderr: '' });
  const again = await runNow('tasks', 'cancel', task.id, ...database);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('has ended already (canceled): there is nothing to cancel');
});

it('prunes what has ended while a runner works, after saying what', async () => {
  const { path, database } = newDatabase();
  const runner = openTestRunner(path);
  await createTask(runner, 'parrot', 'hello');
  const waiting = await createTask(runner, 'asker', 'hello');
  const prune = ['tasks', 'prune', '--older-than', '0s', ...database];
  const said = await runNow(...prune, '--dry-run');
  expect(said.stdout).toMatch(/^would delete 1 task with \d+ events, .*B\n$/);
  expect((await runNow('tasks', 'list', ...database)).stdout).toContain('completed');
  const done = await runNow(...prune);
  expect(done).toMatchObject({ code: 0, stdout: said.stdout.replace('would delete', 'deleted') });
  const left = await runNow('tasks', 'list', '--json', ...database);
  expect(JSON.parse(left.stdout)).toMatchObject({ total: 1, tasks: [{ id: waiting.id }] });
});

it('says what is wrong with a file that is no database', async () => {
  const { path, database } = newDatabase();
  writeFileSync(path, 'a letter'.repeat(1000));
  const { code, stdout, stderr } = await runNow('tasks', 'list', ...database);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`timestep: ${path}: the file is not an SQLite database`);
});
