import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildTranscript } from '#core';
import {
  runNow,
  createTestFolder,
  openTestRunner,
  createTask,
  runInSubprocess,
} from '../../timestep.fixture.ts';

const NEVER = new AbortController().signal;

/** What a killed process leaves: its files as they were, without its lock. */
function leftBy(path: string): string {
  const left = join(createTestFolder(), 'tasks.db');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  return left;
}

it('frees a task whose process is gone, and says what becomes of it', async () => {
  const path = join(createTestFolder(), 'tasks.db');
  const task = await createTask(openTestRunner(path), 'thinker', 'hello');
  const database = ['--database', leftBy(path)];
  const { code, stdout } = await runInSubprocess('tasks', 'resume', task.id, ...database);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^task \S+ was released: process \S+ has ended$/m);
  expect(stdout).toMatch(/^the model call was interrupted: it will be repeated$/m);
  expect(stdout).toMatch(/^a server for thinker on this database will continue it$/m);
  const again = await runNow('tasks', 'resume', task.id, '--json', ...database);
  expect(JSON.parse(again.stdout)).toMatchObject({
    id: task.id,
    owner: '',
    freed: true,
    cut_off: [{ what: 'model', next: 'it will be repeated' }],
    message_id: null,
  });
});

it('answers a task that waits, as show says', async () => {
  const path = join(createTestFolder(), 'tasks.db');
  const database = ['--database', path];
  const runner = openTestRunner(path);
  const task = await createTask(runner, 'asker', 'hello');
  const shown = await runNow('tasks', 'show', task.id, ...database);
  expect(shown.stdout).toMatch(/^Waits for +the client's results of look \(call-1\)$/m);
  const json = await runNow('tasks', 'show', task.id, '--json', ...database);
  expect(JSON.parse(json.stdout)).toMatchObject({
    waits_for: { results: ['call-1'], approvals: [] },
  });
  const bare = await runNow('tasks', 'resume', task.id, ...database);
  expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('waits for an answer') });
  const denied = await runNow('tasks', 'resume', task.id, '--deny', 'call-1', ...database);
  expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining('approval') });

  const said = await runNow('tasks', 'resume', task.id, '--message', 'no', ...database);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('received the answer') });
  for await (const update of runner.subscribe(task.id, task.generation, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'message.received') break;
  }
  const after = await runner.get(task.id);
  expect(after && buildTranscript(after).map(({ content }) => content)).toContain('no');
});

it('leaves a process alone that is at work', async () => {
  const path = join(createTestFolder(), 'tasks.db');
  const task = await createTask(openTestRunner(path), 'thinker', 'hello');
  const { code, stderr } = await runNow('tasks', 'resume', task.id, '--database', path);
  expect(code).toBe(1);
  expect(stderr).toMatch(/process \S+ is running task .* and is alive/);
});

it.each([
  [['--reason', 'why'], '--reason requires --deny'],
  [['--approve', 'x', '--deny', 'x'], '"x" is both approved and denied'],
])('does not understand %j', async (options, complaint) => {
  const { code, stderr } = await runNow('tasks', 'resume', 'x', ...options);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(complaint) });
});
