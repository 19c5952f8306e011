import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FinishedCommand } from '../../command.ts';
import { createStoreMaintenance } from './store-maintenance.ts';
import {
  createTestFolder,
  openTestRunner,
  createTask,
  runInSubprocess,
} from '../../timestep.fixture.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const place = (path: string, folder: string) => ({
  database: ['--database', path],
  processes: [],
  name: 'tasks.db',
  folder,
});

it('examines, copies and prunes a database while a server has it open', async () => {
  const home = createTestFolder();
  const [path, folder] = [join(home, 'tasks.db'), join(home, 'copies')];
  const runner = openTestRunner(path);
  await createTask(runner, 'parrot', 'hello');
  await createTask(runner, 'asker', 'hello');
  const upkeep = createStoreMaintenance(
    place(path, folder),
    (argv) => runInSubprocess(...argv),
    () => NOW,
  );
  const { place: named, seen, findings } = await upkeep.examine();
  expect([named, findings]).toEqual([path, []]);
  expect(seen).toContainEqual({ name: 'Processes', text: expect.stringMatching(/ alive$/) });
  expect(await upkeep.copies()).toEqual({ folder, files: [] });
  const file = join(folder, 'tasks-2026-01-02T03-04-05.db');
  expect(await upkeep.backUp()).toMatchObject({ file, tasks: 2 });
  const { files } = await upkeep.copies();
  expect(files).toEqual([{ file, bytes: expect.any(Number), at: expect.any(Number) }]);
  await expect(upkeep.backUp()).rejects.toMatchObject({
    code: 'upkeep-failed',
    message: expect.stringContaining('tasks-2026-01-02T03-04-05.db'),
  });
  expect(await upkeep.prune({ days: 1, isDryRun: true })).toMatchObject({ tasks: 0 });
});

it('shows the newest copies first, and only files of copies', async () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, 'a.db'), 'a');
  writeFileSync(join(folder, 'notes.md'), '');
  mkdirSync(join(folder, 'folder.db'));
  const upkeep = createStoreMaintenance(place('tasks.db', folder), never, () => NOW);
  expect((await upkeep.copies()).files.map(({ file }) => file)).toEqual([join(folder, 'a.db')]);
});

it('gives commands the options as they were written, those of processes to the examination alone', async () => {
  const asked: (readonly string[])[] = [];
  const run = (argv: readonly string[]): Promise<FinishedCommand> => {
    asked.push(argv);
    return Promise.resolve({ code: 0, stdout: '{}', stderr: '' });
  };
  const folder = join(createTestFolder(), 'copies');
  const database = ['--database', '${env:DATABASE_URL}'];
  const given = { ...place('', folder), database, processes: ['--address', '127.0.0.1:1'] };
  const upkeep = createStoreMaintenance(given, run, () => NOW);
  await upkeep.examine();
  await upkeep.prune({ days: 30, isDryRun: false });
  expect(asked).toEqual([
    ['doctor', '--address', '127.0.0.1:1', '--json', ...database],
    ['tasks', 'prune', '--older-than', '30d', '--json', ...database],
  ]);
  expect(existsSync(folder)).toBe(false);
});

it.each([
  [
    'timestep: the database is locked: stop the servers\n',
    'the database is locked: stop the servers',
  ],
  ['', 'timestep doctor failed without a message: run it in a terminal on the server'],
])('passes on what a command complains of: %j', async (stderr, message) => {
  const run = (): Promise<FinishedCommand> => Promise.resolve({ code: 1, stdout: '', stderr });
  const upkeep = createStoreMaintenance(place('tasks.db', createTestFolder()), run, () => NOW);
  await expect(upkeep.examine()).rejects.toMatchObject({ code: 'upkeep-failed', message });
});

function never(): Promise<never> {
  return Promise.reject(new Error('no command was wanted'));
}
