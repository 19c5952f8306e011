import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { transcriptOf } from '../core/index.ts';
import { here, newFolder, openRunner, taskFor, timestep } from './timestep.fixture.ts';

const NEVER = new AbortController().signal;

/** What a killed process leaves: its files as they were, without its lock. */
function leftBy(path: string): string {
  const left = join(newFolder(), 'tasks.db');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  return left;
}

it('frees a task whose process is gone, and says what becomes of it', async () => {
  const path = join(newFolder(), 'tasks.db');
  const task = await taskFor(openRunner(path), 'thinker', 'hello');
  const database = ['--database', leftBy(path)];
  const { code, stdout } = await timestep('tasks', 'resume', task.id, ...database);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^task \S+ is freed: process \S+ has ended$/m);
  expect(stdout).toMatch(/^the model call was cut off: it is made again$/m);
  expect(stdout).toMatch(/^a server for thinker on this database continues it$/m);
  const again = await here('tasks', 'resume', task.id, '--json', ...database);
  expect(JSON.parse(again.stdout)).toMatchObject({
    id: task.id,
    owner: '',
    freed: true,
    cut_off: [{ what: 'model', next: 'it is made again' }],
    message_id: null,
  });
});

it('answers a task that waits, as show says', async () => {
  const path = join(newFolder(), 'tasks.db');
  const database = ['--database', path];
  const runner = openRunner(path);
  const task = await taskFor(runner, 'asker', 'hello');
  const shown = await here('tasks', 'show', task.id, ...database);
  expect(shown.stdout).toMatch(/^Waits for +the client's results of look \(call-1\)$/m);
  const json = await here('tasks', 'show', task.id, '--json', ...database);
  expect(JSON.parse(json.stdout)).toMatchObject({
    waits_for: { results: ['call-1'], approvals: [] },
  });
  const bare = await here('tasks', 'resume', task.id, ...database);
  expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('waits for an answer') });
  const denied = await here('tasks', 'resume', task.id, '--deny', 'call-1', ...database);
  expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining('approval') });

  const said = await here('tasks', 'resume', task.id, '--message', 'no', ...database);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('has its answer') });
  for await (const update of runner.updates(task.id, task.generation, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'message.received') break;
  }
  const after = await runner.get(task.id);
  expect(after && transcriptOf(after).map(({ content }) => content)).toContain('no');
});

it('leaves a process alone that is at work', async () => {
  const path = join(newFolder(), 'tasks.db');
  const task = await taskFor(openRunner(path), 'thinker', 'hello');
  const { code, stderr } = await here('tasks', 'resume', task.id, '--database', path);
  expect(code).toBe(1);
  expect(stderr).toMatch(/process \S+ is at work on task .* gives signs of life/);
});

it.each([
  [['--reason', 'why'], '--reason needs --deny'],
  [['--approve', 'x', '--deny', 'x'], '"x" is both approved and denied'],
])('does not understand %j', async (options, complaint) => {
  const { code, stderr } = await here('tasks', 'resume', 'x', ...options);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(complaint) });
});
