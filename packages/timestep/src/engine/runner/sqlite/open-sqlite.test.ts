import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { NumberedEvent, SessionEvent } from '#core';
import type { Backend, UploadedFile, StoredResponse } from '#engine/port';
import {
  createManualClock,
  outboxSuite,
  responseStoreSuite,
  fileStoreSuite,
  sessionStoreSuite,
  traceStoreSuite,
  vectorStoreSuite,
  versionStoreSuite,
} from '#testing';
import {
  createSqlFileStore,
  createSqlTraceStore,
  createSqlVectorStore,
  createSqlVersionStore,
  eraseTaskVersions,
} from '#engine/store';
import { backUpStore } from '../sqlite-admin/back-up-store.ts';
import { withStore } from '../sqlite-admin/store-file.ts';
import { createSqliteStoredTasks } from '../sqlite-admin/stored-tasks.ts';
import { openDatabase } from './file/database.ts';
import { openSqlite, type OpenSqliteOptions } from './open-sqlite.ts';
import { createSqliteRunner } from './sqlite-runner.ts';
import { createSqlDatabase, createOpenStore } from './file/open-store.ts';
import { echo, saying, served, temporaryFiles } from './store.fixture.ts';
import { createTaskTable } from './tasks/task-table.ts';
import { encodeTaskWrite } from './tasks/task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

function opened(path: string, more: Partial<OpenSqliteOptions> = {}): Backend {
  const backend = openSqlite({ path, agents: [served(echo)], ...more });
  onTestFinished(() => backend.close(0));
  return backend;
}

it('gives a log page by page without waiting', async () => {
  const { runner, tasks } = opened(files.newPath());
  const { id } = await runner.submit(saying('one'));
  await runner.waitUntilSettled(id, new AbortController().signal);
  const events: NumberedEvent[] = [];
  for await (const event of tasks.events(id)) events.push(event);
  expect(tasks.readEventsSync?.(id, 0, 2)).toEqual(events.slice(0, 2));
  expect(tasks.readEventsSync?.(id, 2, 99)).toEqual(events.slice(2));
  expect(tasks.readEventsSync?.(id, events.length, 99)).toEqual([]);
  expect(() => tasks.readEventsSync?.('nothing', 0, 1)).toThrow('timestep tasks list');
});

const ENDED: StoredResponse = {
  principal: 'ann',
  id: 'r1',
  agent: 'a',
  isUnfinished: false,
  body: '{"said":"yes"}',
};
const KEY = { principal: 'p', id: 'c1' };
const YOUNG = { principal: 'p', id: 'c2' };
const OPENED: SessionEvent = {
  type: 'session.opened',
  sessionId: 'c1',
  principal: 'p',
  agent: 'a',
};
const FILE: UploadedFile = {
  principal: 'ann',
  id: 'f1',
  filename: 'a.txt',
  mediaType: 'text/plain',
  purpose: 'user_data',
  size: 2,
  createdAt: 100,
};
const VECTOR = ['k', Float32Array.of(0.25, -1)] as const;
const TARGET = { taskId: 't1', id: 'x', url: 'https://example.com', version: '1.0' } as const;

/** Makes a task look as long as that, for an outbox that only asks how long it is. */
function setGeneration(path: string): (taskId: string, generation: number) => void {
  return (taskId, generation) => {
    const database = new DatabaseSync(path, { timeout: 5000 });
    database
      .prepare(
        `INSERT INTO task
           VALUES (?1, '', 'a', 'c', 'completed', 1, 0, 0, ?2, '', 1, 0, '', 0, 0, 0, 0)
         ON CONFLICT (id) DO UPDATE SET generation = ?2`,
      )
      .run(taskId, generation);
    database.close();
  };
}

describe('the outbox in SQLite', () => {
  it.each(outboxSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const { outbox } = opened(path);
    await expect(run({ outbox, setGeneration: setGeneration(path) })).resolves.toBeUndefined();
  });
});

describe('responses in SQLite', () => {
  it.each(responseStoreSuite)('$name', async ({ run }) => {
    const create = ({ clock, ...responses }: Parameters<Parameters<typeof run>[0]>[0]) => {
      const store = opened(files.newPath(), {
        responses,
        clock: { ...createManualClock(), ...clock },
      });
      return store.responses;
    };
    await expect(run(create)).resolves.toBeUndefined();
  });
});

describe('sessions in SQLite', () => {
  it.each(sessionStoreSuite)('$name', async ({ run }) => {
    await expect(run(() => opened(files.newPath()).sessions)).resolves.toBeUndefined();
  });

  it('are erased with all their text', async () => {
    const path = files.newPath();
    const backend = openSqlite({ path, agents: [served(echo)] });
    const summary = 'the words of a summary';
    await backend.sessions.append(
      KEY,
      0,
      [OPENED, { type: 'session.compacted', summary, taskId: 't1' }],
      1,
    );
    await backend.sessions.erase(KEY);
    await backend.close(0);
    expect(readFileSync(path).includes(summary)).toBe(false);
  });

  it('go with retention once they are old and no task is left of them', async () => {
    const path = files.newPath();
    const clock = createManualClock(1000);
    const retention = { endedForMs: 100, everyMs: 10 };
    const { runner, sessions } = opened(path, { clock, retention });
    const task = await runner.submit({ ...saying('hi'), contextId: 'c1' });
    await runner.waitUntilSettled(task.id, new AbortController().signal);
    await sessions.append(KEY, 0, [OPENED], 1000);
    await sessions.append(YOUNG, 0, [{ ...OPENED, sessionId: 'c2' }], 5000);
    for (let step = 0; step < 20; step += 1) clock.advance(10);
    await expect.poll(() => sessions.get(KEY), { timeout: 60_000 }).toBeUndefined();
    expect(await runner.get(task.id)).toBeUndefined();
    expect(await sessions.get(YOUNG)).toBeDefined();
  });
});

describe('files in SQLite', () => {
  it.each(fileStoreSuite)('$name', async ({ run }) => {
    const database = openDatabase(files.newPath(), 'FULL');
    onTestFinished(() => database.close());
    const sql = createSqlDatabase(createOpenStore(database, ':memory:'));
    await expect(run((limits) => createSqlFileStore(sql, limits))).resolves.toBeUndefined();
  });

  it('are erased with all their bytes', async () => {
    const path = files.newPath();
    const backend = openSqlite({ path, agents: [served(echo)] });
    const content = Buffer.from('the words of a file');
    await backend.files.put(FILE, content);
    await backend.files.delete('ann', FILE.id);
    await backend.close(0);
    expect(readFileSync(path).includes(content.toString('base64'))).toBe(false);
  });

  it('are found by the next process, and go with what an operator prunes', async () => {
    const path = files.newPath();
    const before = openSqlite({ path, agents: [served(echo)] });
    await before.files.put(FILE, Uint8Array.of(1, 2));
    await before.files.put({ ...FILE, id: 'young', createdAt: 5000 }, Uint8Array.of(3));
    await before.close(0);
    const { files: kept, tasks } = opened(path);
    expect(await kept.getContent('ann', FILE.id)).toEqual(Uint8Array.of(1, 2));
    await tasks.prune({ before: 2000, isDryRun: true });
    expect(await kept.get('ann', FILE.id)).toEqual(FILE);
    await tasks.prune({ before: 2000, isDryRun: false });
    expect(await kept.get('ann', FILE.id)).toBeUndefined();
    expect(await kept.getContent('ann', 'young')).toEqual(Uint8Array.of(3));
  });

  it('go with retention', async () => {
    const clock = createManualClock(1000);
    const retention = { endedForMs: 100, everyMs: 10 };
    const { files: kept } = opened(files.newPath(), { clock, retention });
    await kept.put(FILE, Uint8Array.of(1));
    for (let step = 0; step < 20; step += 1) clock.advance(10);
    await expect.poll(() => kept.get('ann', FILE.id), { timeout: 60_000 }).toBeUndefined();
  });
});

describe('vectors in SQLite', () => {
  it.each(vectorStoreSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const database = openDatabase(path, 'FULL');
    onTestFinished(() => database.close());
    const sql = createSqlDatabase(createOpenStore(database, path));
    await expect(run((bounds) => createSqlVectorStore(sql, bounds))).resolves.toBeUndefined();
  });
});

describe('versions of agents in SQLite', () => {
  it.each(versionStoreSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const database = openDatabase(path, 'FULL');
    onTestFinished(() => database.close());
    const sql = createSqlDatabase(createOpenStore(database, path));
    const erase = (taskId: string): Promise<void> => sql.write(() => eraseTaskVersions([taskId]));
    await expect(run({ versions: createSqlVersionStore(sql), erase })).resolves.toBeUndefined();
  });
});

describe('exported traces in SQLite', () => {
  it.each(traceStoreSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const database = openDatabase(path, 'FULL');
    onTestFinished(() => database.close());
    const table = createTaskTable(database);
    const checked = run({
      traces: createSqlTraceStore(createSqlDatabase(createOpenStore(database, path))),
      insert: (task, log) => table.insert(encodeTaskWrite(task, log), 'me'),
      erase: (taskId) => createSqliteStoredTasks({ path, database }).erase(taskId),
    });
    await expect(checked).resolves.toBeUndefined();
  });
});

it('keeps tasks, responses and targets in one file, where the next process finds them', async () => {
  const path = files.newPath();
  const before = openSqlite({ path, agents: [served(echo)] });
  const task = await before.runner.submit(saying('hi'));
  await before.runner.waitUntilSettled(task.id, new AbortController().signal);
  await before.responses.put(ENDED, ['msg_1']);
  await before.outbox.put({ ...TARGET, taskId: task.id }, 0, 9);
  const session = await before.sessions.append(KEY, 0, [OPENED], 1);
  await before.vectors.put([VECTOR]);
  await before.close(0);
  const { runner, responses, outbox, sessions, tasks, vectors } = opened(path);
  expect(await vectors.get(['k'])).toEqual([VECTOR]);
  expect(await sessions.get(KEY)).toEqual(session);
  expect(await runner.get(task.id)).toMatchObject({ state: 'completed' });
  expect(await responses.getByItem('ann', 'msg_1')).toEqual(ENDED);
  expect(await outbox.list(task.id)).toMatchObject([{ id: 'x' }]);
  expect((await tasks.list({ limit: 9 })).tasks).toMatchObject([{ id: task.id, agent: 'a' }]);
});

it('is shared by processes, with one view of what is kept', async () => {
  const path = files.newPath();
  const [one, other] = [opened(path), opened(path)];
  await one.responses.put(ENDED, []);
  expect(await other.responses.delete('ann', 'r1')).toEqual(ENDED);
  expect(await one.responses.get('ann', 'r1')).toBeUndefined();
});

it('is restored whole from a backup that was made while it was used', async () => {
  const path = files.newPath();
  const { runner, responses, outbox, sessions, vectors, files: kept } = opened(path);
  const task = await runner.submit(saying('hi'));
  await runner.waitUntilSettled(task.id, new AbortController().signal);
  await responses.put(ENDED, ['msg_1']);
  const session = await sessions.append(KEY, 0, [OPENED], 1);
  await outbox.put({ ...TARGET, taskId: task.id }, 0, 9);
  await vectors.put([VECTOR]);
  await kept.put(FILE, Uint8Array.of(1, 2));
  const copy = files.newPath();
  await withStore(path, 'read', (store) => backUpStore(store, copy));
  await responses.delete('ann', 'r1');
  await sessions.erase(KEY);
  await kept.delete('ann', FILE.id);
  const restored = opened(copy);
  expect(await restored.files.getContent('ann', FILE.id)).toEqual(Uint8Array.of(1, 2));
  expect(await restored.sessions.get(KEY)).toEqual(session);
  expect(await restored.vectors.get(['k'])).toEqual([VECTOR]);
  expect(await restored.runner.get(task.id)).toEqual(await runner.get(task.id));
  expect(await restored.responses.getByItem('ann', 'msg_1')).toEqual(ENDED);
  expect(await restored.outbox.list(task.id)).toMatchObject([{ id: 'x' }]);
});

/** The file beside the tasks in which releases before kept responses. */
function formerFile(path: string): void {
  const former = new DatabaseSync(`${path}.responses`);
  former.exec(`
    CREATE TABLE response (
      principal TEXT NOT NULL, id TEXT NOT NULL, used INTEGER NOT NULL, used_at INTEGER NOT NULL,
      unfinished INTEGER NOT NULL, size INTEGER NOT NULL, record TEXT NOT NULL,
      PRIMARY KEY (principal, id));
    CREATE TABLE item (principal TEXT NOT NULL, id TEXT NOT NULL, response_id TEXT NOT NULL)`);
  const insert = former.prepare('INSERT INTO response VALUES (?, ?, ?, ?, ?, ?, ?)');
  const body = JSON.stringify({ principal: 'ann', agent: 'a', said: 'yes' });
  insert.run('ann', 'r1', 1, 900, 0, body.length, body);
  insert.run('ann', 'r2', 2, 900, 1, body.length, body);
  former.exec("INSERT INTO item VALUES ('ann', 'msg_1', 'r1')");
  former.close();
}

describe('the file in which an earlier release kept responses', () => {
  it('is taken in, and gone', async () => {
    const path = files.newPath();
    formerFile(path);
    const clock = createManualClock(1000);
    const { responses } = opened(path, { clock, responses: { maxEntriesPerPrincipal: 2 } });
    expect(existsSync(`${path}.responses`)).toBe(false);
    expect(await responses.getByItem('ann', 'msg_1')).toMatchObject({ id: 'r1', agent: 'a' });
    expect(await responses.listUnfinished(['a'], undefined, 9)).toMatchObject([{ id: 'r2' }]);
    // What was taken in counts.
    expect(await responses.put({ ...ENDED, id: 'r3' }, [])).toMatchObject([{ id: 'r1' }]);
  });

  it('stays where it is as long as it cannot be taken in', () => {
    const path = files.newPath();
    const other = new DatabaseSync(`${path}.responses`);
    other.exec('CREATE TABLE theirs (x)');
    other.close();
    const failure = expect.objectContaining({
      code: 'failed',
      message: expect.stringContaining(path),
    });
    expect(() => openSqlite({ path, agents: [] })).toThrow(failure);
    expect(existsSync(`${path}.responses`)).toBe(true);
  });
});

it('says where it cannot keep something', async () => {
  const backend = openSqlite({ path: files.newPath(), agents: [] });
  await backend.close(0);
  await expect(backend.responses.put(ENDED, [])).rejects.toMatchObject({ code: 'failed' });
  await expect(backend.outbox.put(TARGET, 0, 9)).rejects.toMatchObject({ code: 'store-failed' });
  await expect(backend.done).resolves.toBeUndefined();
});

const NETWORK_DISK = {
  statfs: () => ({ type: 0x6969 }),
  readMounts: () => '',
  isLinux: true,
  env: {},
};

it.each<[string, (options: OpenSqliteOptions) => unknown]>([
  ['openSqlite', openSqlite],
  ['createSqliteRunner', createSqliteRunner],
])('%s refuses a disk on which locks do not hold, and creates no file', (_name, open) => {
  const path = files.newPath();
  const refused = expect.objectContaining({
    code: 'unsafe-disk',
    message: expect.stringMatching(/\(NFS\).*choose a path on a local disk.*PostgreSQL/),
  });
  expect(() => open({ path, agents: [], disk: NETWORK_DISK })).toThrow(refused);
  expect(existsSync(path)).toBe(false);
});

it('takes such a disk if the user permits it', async () => {
  const disk = { ...NETWORK_DISK, env: { TIMESTEP_UNSAFE_DISK: '1' } };
  const { runner } = opened(files.newPath(), { disk });
  expect(await runner.submit(saying('one'))).toMatchObject({ state: expect.any(String) });
});
