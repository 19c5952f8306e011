import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createTemporalStoredTasks,
  createTaskStore,
  openPostgresDatabase,
  openSqliteDatabase,
  openStoredTasks,
  type TaskDatabase,
  type TaskStore,
} from '@timestep-ai/temporal';
import type { NumberedEvent, Task } from '@timestep-ai/timestep/core';
import type { StoredResponse } from '@timestep-ai/timestep/port';
import {
  createSqlFileStore,
  createSqlOutbox,
  createSqlResponseStore,
  createSqlSessionStore,
  createSqlTraceStore,
  createSqlVectorStore,
  createSqlVersionStore,
  eraseTaskVersions,
  execute,
  queryRows,
} from '@timestep-ai/timestep/store';
import {
  fileStoreSuite,
  outboxSuite,
  responseStoreSuite,
  sessionStoreSuite,
  taskListingSuite,
  traceStoreSuite,
  vectorStoreSuite,
  versionStoreSuite,
} from '@timestep-ai/timestep/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from './postgres-server.ts';
import { begun } from './store-case.ts';
import { storeSuite } from './store-suite.ts';
import { storedTasksSuite } from './stored-tasks-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a case on the outbox in a database, beside tasks that are as long as the case says. */
async function outboxCase(database: TaskDatabase, run: (typeof outboxSuite)[number]['run']) {
  const setGeneration = (taskId: string, generation: number): Promise<void> =>
    database.write(function* lengthen() {
      yield* execute(
        `INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at,
           generation) VALUES (:taskId, '', 'a', 'c', 'working', 0, 0, 0, :generation)
         ON CONFLICT (id) DO UPDATE SET generation = excluded.generation`,
        { taskId, generation },
      );
    });
  await run({ outbox: createSqlOutbox(database), setGeneration });
  await database.close();
}

/** A response that a store may drop to make room. */
function ended(id: string): StoredResponse {
  return { principal: '', id, agent: 'a', isUnfinished: false, body: '{}' };
}

/** Runs a case on responses in a database. */
async function responsesCase(
  database: TaskDatabase,
  run: (typeof responseStoreSuite)[number]['run'],
): Promise<void> {
  await run((options) => createSqlResponseStore(database, options));
  await database.close();
}

/** Runs a case on sessions in a database. */
async function sessionsCase(
  database: TaskDatabase,
  run: (typeof sessionStoreSuite)[number]['run'],
): Promise<void> {
  await run(() => createSqlSessionStore(database));
  await database.close();
}

/** Runs a case on uploaded files in a database. */
async function filesCase(
  database: TaskDatabase,
  run: (typeof fileStoreSuite)[number]['run'],
): Promise<void> {
  await run((limits) => createSqlFileStore(database, limits));
  await database.close();
}

/** Runs a case on vectors in a database. */
async function vectorsCase(
  database: TaskDatabase,
  run: (typeof vectorStoreSuite)[number]['run'],
): Promise<void> {
  await run((bounds) => createSqlVectorStore(database, bounds));
  await database.close();
}

/** How a store is refused whose tables a newer release has changed. */
function refusalOf(place: string): object {
  const advice = 'upgrade @timestep-ai/temporal, or restore a backup from before that release';
  const message = `${place} was written by a newer release (schema 1000; this release supports 1): ${advice}`;
  return { code: 'newer-version', message };
}

/** Runs a case on versions of agents in a database. */
async function versionsCase(
  database: TaskDatabase,
  run: (typeof versionStoreSuite)[number]['run'],
): Promise<void> {
  const erase = (taskId: string): Promise<void> =>
    database.write(() => eraseTaskVersions([taskId]));
  await run({ versions: createSqlVersionStore(database), erase });
  await database.close();
}

/** Runs a case on exported traces in a database. */
async function tracesCase(
  database: TaskDatabase,
  run: (typeof traceStoreSuite)[number]['run'],
): Promise<void> {
  await run({
    traces: createSqlTraceStore(database),
    insert: (task, log) => keep(createTaskStore(database), task, log),
    erase: (taskId) => createTemporalStoredTasks(database, 'here').erase(taskId),
  });
  await database.close();
}

function keep(store: TaskStore, { id, state }: Task, log: readonly NumberedEvent[]): Promise<void> {
  return store.append({ taskId: id, state, records: log.map((event) => ({ event })) });
}

/** Runs a case on the listing of tasks in a database. */
async function listingCase(
  database: TaskDatabase,
  run: (typeof taskListingSuite)[number]['run'],
): Promise<void> {
  const store = createTaskStore(database);
  await run({
    getPage: (query) => store.page(query),
    findLatestCompleted: (sender, contextId) => store.findLatestCompletedTask(sender, contextId),
    listTasks: (filter) => createTemporalStoredTasks(database, 'here').list(filter),
    listWaiting: (limit) => createTemporalStoredTasks(database, 'here').listWaiting(limit),
    findIds: (text, limit) => createTemporalStoredTasks(database, 'here').findIds(text, limit),
    insert: (task, log) => keep(store, task, log),
  });
  await database.close();
}

const cases = [...storeSuite, ...storedTasksSuite].map((entry) => [entry.name, entry] as const);

describe('task store in SQLite', () => {
  it('is in files that only their owner may read', async () => {
    const path = join(folder, 'private.db');
    const database = openSqliteDatabase({ path });
    const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
    await database.close();
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it.each(cases)('%s', async (name, entry) => {
    const path = join(folder, `${cases.findIndex(([other]) => other === name)}.db`);
    await entry.run(async () => openSqliteDatabase({ path }));
  });

  it.each(outboxSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'outbox: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `outbox-${index}.db`);
      await expect(outboxCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(responseStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'responses: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `responses-${index}.db`);
      await expect(responsesCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(sessionStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'sessions: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `sessions-${index}.db`);
      await expect(sessionsCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(fileStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'files: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `files-${index}.db`);
      await expect(filesCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it('of a newer release is refused, and what to do is said', async () => {
    const path = join(folder, 'newer.db');
    await openSqliteDatabase({ path }).close();
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 1000');
    newer.close();
    for (const access of ['read', 'write', 'make'] as const) {
      const refusal = expect.objectContaining(refusalOf(path)) as Error;
      expect(() => openSqliteDatabase({ path, access })).toThrow(refusal);
    }
    await expect(openStoredTasks(path)).rejects.toMatchObject(refusalOf(path));
  });

  it.each(vectorStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'vectors: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `vectors-${index}.db`);
      await expect(vectorsCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(versionStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'versions: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `versions-${index}.db`);
      await expect(versionsCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(traceStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'traces: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `traces-${index}.db`);
      await expect(tracesCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );

  it.each(taskListingSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'listing: %s',
    async (_name, { run }, index) => {
      const path = join(folder, `listing-${index}.db`);
      await expect(listingCase(openSqliteDatabase({ path }), run)).resolves.toBeUndefined();
    },
  );
});

/** Whether a database that was opened for reading can be written. */
async function isWritable(database: TaskDatabase): Promise<boolean> {
  await database.read(function* look() {
    yield* queryRows('SELECT id FROM task');
  });
  const writing = database.write(function* remove() {
    yield* execute('DELETE FROM task');
  });
  return writing.then(
    () => true,
    () => false,
  );
}

it('writes nothing to what was opened for reading', async () => {
  const path = join(folder, 'reading.db');
  const schema = 'reading';
  const { url } = postgres;
  await openSqliteDatabase({ path }).close();
  await (await openPostgresDatabase({ url, schema })).close();
  const opened = [
    openSqliteDatabase({ path, access: 'read' }),
    await openPostgresDatabase({ url, schema, access: 'read' }),
  ];
  expect(await Promise.all(opened.map(isWritable))).toEqual([false, false]);
  for (const database of opened) await database.close();
});

it('gives sessions, vectors and traces a place in a store of an earlier release, and says so until then', async () => {
  const path = join(folder, 'before.db');
  const schema = 'before';
  const { url } = postgres;
  const opening = { type: 'session.opened', sessionId: 'c', principal: 'p', agent: 'a' } as const;
  const key = { principal: 'p', id: 'c' };
  for (const open of [
    async () => openSqliteDatabase({ path }),
    () => openPostgresDatabase({ url, schema }),
  ]) {
    const before = await open();
    await begun(createTaskStore(before));
    await before.write(function* drop() {
      yield* execute('DROP TABLE session');
      yield* execute('DROP TABLE session_event');
      yield* execute('DROP TABLE text_vector');
      yield* execute('DROP TABLE trace_claim');
    });
    const early = createSqlSessionStore(before).get(key);
    await expect(early).rejects.toMatchObject({ name: 'SessionStoreError', code: 'failed' });
    await before.close();
    const now = await open();
    expect(await createTaskStore(now).load('t1')).toMatchObject({ id: 't1' });
    const sessions = createSqlSessionStore(now);
    expect(await sessions.append(key, 0, [opening], 1)).toMatchObject({ id: 'c', generation: 1 });
    const vectors = createSqlVectorStore(now, { clock: { now: () => 1 } });
    expect(await vectors.get(['k'])).toEqual([]);
    expect(await createSqlTraceStore(now).claim([{ taskId: 't1', generation: 1 }])).toEqual([0]);
    await now.close();
  }
  await openSqliteDatabase({ path }).close();
  const file = new DatabaseSync(path);
  file.exec('DROP TABLE session');
  file.close();
  const old = await openStoredTasks(path);
  await expect(old.sessions.list({ pageSize: 1 })).rejects.toThrow(/start a server with it once/);
  await old.close();
});

it('counts the tasks of a store of an earlier release, whose workers may still change it', async () => {
  const path = join(folder, 'uncounted.db');
  const { url } = postgres;
  const schema = 'uncounted';
  const kinds = [
    [
      (access: 'make' | 'read') => Promise.resolve(openSqliteDatabase({ path, access })),
      ['task_added', 'task_changed', 'task_removed'].map((name) => `DROP TRIGGER ${name}`),
    ],
    [
      (access: 'make' | 'read') => openPostgresDatabase({ url, schema, access }),
      ['task_added_or_removed', 'task_changed'].map((name) => `DROP TRIGGER ${name} ON task`),
    ],
  ] as const;
  for (const [open, dropTriggers] of kinds) {
    const before = await open('make');
    for (const id of ['t1', 't2', 't3']) await begun(createTaskStore(before), id);
    await before.write(function* makeEarlier() {
      for (const sql of [...dropTriggers, 'DROP TABLE task_count', ...DROP_LISTS])
        yield* execute(sql);
    });
    await before.close();

    const reading = await open('read');
    const listed = await createTemporalStoredTasks(reading, 'here').list({
      limit: 9,
      sort: 'cost',
    });
    expect([listed.total, listed.tasks.length]).toEqual([3, 3]);
    expect(createTemporalStoredTasks(reading, 'here')).not.toHaveProperty('countGroups');
    await reading.close();

    const now = await open('make');
    const tasks = createTemporalStoredTasks(now, 'here');
    const submitted = { agent: 'a', state: 'submitted' };
    expect(await tasks.countGroups?.()).toEqual([{ ...submitted, tasks: 3 }]);
    // As an earlier release does, which does not know the counts.
    await now.write(() => execute("UPDATE task SET state = 'working' WHERE id = 't1'"));
    await now.write(() => execute("DELETE FROM task WHERE id = 't2'"));
    expect(await tasks.countGroups?.()).toEqual([
      { ...submitted, tasks: 1 },
      { agent: 'a', state: 'working', tasks: 1 },
    ]);
    await now.close();
  }
});

/** Undoes the change by which lists are filtered by entry point and sorted. */
const DROP_LISTS: readonly string[] = [
  ...['principal', 'agent', 'created_at', 'took_ms', 'tokens', 'cost_usd'].map(
    (name) => `DROP INDEX task_by_${name}`,
  ),
  ...['entry', 'asked', 'tokens', 'cost_usd', 'took_ms'].map(
    (name) => `ALTER TABLE task DROP COLUMN ${name}`,
  ),
];

it('leaves a database of something else alone', () => {
  const path = join(folder, 'foreign.db');
  const foreign = new DatabaseSync(path);
  foreign.exec('CREATE TABLE theirs (x)');
  expect(() => openSqliteDatabase({ path })).toThrow(/belongs to another program/);
  expect(foreign.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toEqual({ n: 1 });
  foreign.close();
});

describe('task store in PostgreSQL', () => {
  it.each(cases)('%s', async (name, entry) => {
    const schema = `case_${cases.findIndex(([other]) => other === name)}`;
    await entry.run(() => openPostgresDatabase({ url: postgres.url, schema }));
  });

  it.each(outboxSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'outbox: %s',
    async (_name, { run }, index) => {
      const schema = `outbox_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(outboxCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(responseStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'responses: %s',
    async (_name, { run }, index) => {
      const schema = `responses_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(responsesCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(sessionStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'sessions: %s',
    async (_name, { run }, index) => {
      const schema = `sessions_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(sessionsCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(fileStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'files: %s',
    async (_name, { run }, index) => {
      const database = await openPostgresDatabase({ url: postgres.url, schema: `files_${index}` });
      await expect(filesCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(vectorStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'vectors: %s',
    async (_name, { run }, index) => {
      const schema = `vectors_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(vectorsCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(versionStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'versions: %s',
    async (_name, { run }, index) => {
      const schema = `versions_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(versionsCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(traceStoreSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'traces: %s',
    async (_name, { run }, index) => {
      const schema = `traces_${index}`;
      const database = await openPostgresDatabase({ url: postgres.url, schema });
      await expect(tracesCase(database, run)).resolves.toBeUndefined();
    },
  );

  it.each(taskListingSuite.map((entry, index) => [entry.name, entry, index] as const))(
    'listing: %s',
    async (_name, { run }, index) => {
      const database = await openPostgresDatabase({
        url: postgres.url,
        schema: `listing_${index}`,
      });
      await expect(listingCase(database, run)).resolves.toBeUndefined();
    },
  );

  it('of a newer release is refused, and what to do is said', async () => {
    const database = await openPostgresDatabase({ url: postgres.url });
    await database.write(() => execute('UPDATE store_version SET version = 1000'));
    await database.close();
    for (const access of ['read', 'write', 'make'] as const) {
      const opening = openPostgresDatabase({ url: postgres.url, access });
      await expect(opening).rejects.toMatchObject(refusalOf('the PostgreSQL database'));
    }
    const again = { url: postgres.url, schema: 'other' };
    await expect(openPostgresDatabase(again).then((one) => one.close())).resolves.toBeUndefined();
  });

  it('is opened by others while it is written to', async () => {
    const schema = 'opened';
    const database = await openPostgresDatabase({ url: postgres.url, schema });
    const store = createSqlResponseStore(database, {
      clock: { now: () => 0 },
      maxEntries: 10,
    });
    const writing = Promise.all(
      Array.from({ length: 300 }, (_, index) => store.put(ended(`r${index}`), [])),
    );
    for (let opened = 0; opened < 10; opened += 1) {
      await (await openPostgresDatabase({ url: postgres.url, schema })).close();
    }
    expect((await writing).flat()).toHaveLength(290);
    await database.close();
  });
});
