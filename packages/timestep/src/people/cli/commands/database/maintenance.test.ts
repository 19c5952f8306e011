import { copyFileSync, openSync, closeSync, writeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import {
  runNow,
  createTestFolder,
  openTestRunner,
  createTask,
  runInSubprocess,
} from '../../timestep.fixture.ts';

const PAGE_BYTES = 1024;

/** A database of ended tasks that nobody has open. */
async function closedDatabase(tasks: number): Promise<string> {
  const path = join(createTestFolder(), 'tasks.db');
  const runner = openTestRunner(path);
  for (let task = 0; task < tasks; task += 1) {
    await createTask(runner, 'parrot', `${task} ${'word '.repeat(500)}`);
  }
  await runner.close(0);
  return path;
}

/** Overwrites all pages but the first, which says that this is a database. */
function damage(path: string): void {
  const file = openSync(path, 'r+');
  const bytes = statSync(path).size - PAGE_BYTES;
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, PAGE_BYTES);
  closeSync(file);
}

it('finds nothing wrong while a runner works', async () => {
  const path = join(createTestFolder(), 'tasks.db');
  const runner = openTestRunner(path);
  await createTask(runner, 'thinker', 'hello');
  await createTask(runner, 'asker', 'hello');
  const { code, stdout, stderr } = await runInSubprocess('doctor', '--database', path);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Processes +\S+ alive$/m);
  expect(stdout).toMatch(/no problems found\n$/);
  const json = await runNow('doctor', '--json', '--database', path);
  expect(JSON.parse(json.stdout)).toMatchObject({
    database: path,
    findings: [],
    facts: { owners: [{ life: 'alive' }], under_way: [{ agent: 'thinker' }] },
  });
});

it('finds what a killed process left, in the files as they were', async () => {
  const path = join(createTestFolder(), 'tasks.db');
  const task = await createTask(openTestRunner(path), 'thinker', 'hello');
  const left = join(createTestFolder(), 'tasks.db');
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`);
  const { code, stdout } = await runNow('doctor', '--database', left);
  expect(code).toBe(1);
  expect(stdout).toContain(`problem: 1 task unfinished, and no process is running it (${task.id})`);
  expect(stdout).toContain('start a server for thinker');
  const ended = await runNow('tasks', 'cancel', task.id, '--database', left);
  expect(ended.code).toBe(0);
  expect((await runNow('doctor', '--database', left)).code).toBe(0);
});

it('refuses the database of a newer release', async () => {
  const path = await closedDatabase(1);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 1000');
  database.close();
  for (const command of [['tasks', 'list'], ['doctor'], ['tasks', 'prune', '--older-than', '1d']]) {
    const { code, stdout, stderr } = await runNow(...command, '--database', path);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/was written by a newer release \(schema 1000; .*upgrade/);
  }
});

it('names a damaged database and what to do', async () => {
  const path = await closedDatabase(40);
  damage(path);
  const { code, stdout } = await runNow('doctor', '--database', path);
  expect(code).toBe(1);
  expect(stdout).toContain('damaged');
  expect(stdout).toContain('restore');
  for (const command of [
    ['tasks', 'list'],
    ['backup', `${path}.copy`],
  ]) {
    const failed = await runNow(...command, '--database', path);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`timestep: ${path}: the database is damaged: restore it`);
    expect(failed.stderr.trim().split('\n')).toHaveLength(1);
  }
});

it('backs up a database while a runner works', async () => {
  const folder = createTestFolder();
  const path = join(folder, 'tasks.db');
  const runner = openTestRunner(path);
  const task = await createTask(runner, 'parrot', 'hello');
  await createTask(runner, 'thinker', 'hello');
  const copy = join(folder, 'copy.db');
  const { code, stdout } = await runNow('backup', copy, '--database', path);
  expect(code).toBe(0);
  expect(stdout).toMatch(/copy\.db: 2 tasks with \d+ events, .*B, verified\n$/);
  const shown = await runNow('tasks', 'show', task.id, '--json', '--database', copy);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: task.id, state: 'completed' });
  const again = await runNow('backup', copy, '--database', path);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
});
