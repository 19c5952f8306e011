import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, vi } from 'vitest';
import type { TaskFilter } from '#engine/port';
import {
  buildTaskCondition,
  createMemoryFileStore,
  createMemorySessionStore,
  createSqlOutbox,
  createSqlResponseStore,
  createSqlTraceStore,
  createSqlVectorStore,
  createSqlVersionStore,
  createTransactionRunner,
  eraseTaskVersions,
} from '#engine/store';
import {
  fileStoreSuite,
  outboxSuite,
  responseStoreSuite,
  runnerSuite,
  sessionStoreSuite,
  taskListingSuite,
  traceStoreSuite,
  vectorStoreSuite,
  versionStoreSuite,
} from '#testing';
import { collectStoreFacts } from '../sqlite-admin/store-facts.ts';
import { createSqliteStoredTasks } from '../sqlite-admin/stored-tasks.ts';
import { openDatabase } from './file/database.ts';
import { createOpenStore, createSqlDatabase } from './file/open-store.ts';
import { createSqliteRunner } from './sqlite-runner.ts';
import { temporaryFiles } from './store.fixture.ts';
import { createTaskQueries } from './tasks/task-queries.ts';
import { createTaskTable } from './tasks/task-table.ts';
import { encodeTaskWrite } from './tasks/task-write.ts';
import { finishErasuresAndEraseExpired } from './upkeep/erase-expired.ts';

/** Tables whose rows are kept when work has ended. */
const GROWING_TABLES = new Set(
  `task event snapshot inbound blob blob_use push_target session session_event response response_item
   uploaded_file text_vector trace_claim task_version agent_version work_count call_count`.split(
    /\s+/,
  ),
);

/** Steps that read all rows of an index which is small, or only its first rows. */
const BOUNDED_STEPS: readonly { readonly step: string; readonly sql?: string }[] = [
  // Running tasks, and the tasks that have waited longest.
  { step: 'SCAN task USING INDEX task_under_way' },
  { step: 'SCAN task USING INDEX task_waiting', sql: 'LIMIT' },
  {
    step: 'USE TEMP B-TREE FOR ORDER BY',
    sql: "WHERE ended = 0 AND state <> 'input-required' AND suspended = 0 ORDER BY",
  },
  // A page of tasks, which a subquery has selected.
  { step: 'SCAN task', sql: ') AS task' },
  // The newest sessions, of which almost all match.
  { step: 'SCAN session USING INDEX session_by_age', sql: "agent <> ''" },
  // The response that was used longest ago, and responses that are under way.
  { step: 'SCAN response USING INDEX response_ended', sql: 'LIMIT 1' },
  { step: 'SCAN response USING INDEX response_unfinished' },
  // Stores that keep a limited number of rows.
  { step: 'SCAN uploaded_file USING COVERING INDEX uploaded_file_sizes' },
  { step: 'SCAN text_vector USING COVERING INDEX' },
];

const files = temporaryFiles();
const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');

afterAll(() => {
  prepared.mockRestore();
  files.remove();
});

/** Lists the steps of a statement's plan whose work grows with the number of kept rows. */
function findGrowingSteps(database: DatabaseSync, sql: string): string[] {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  const steps = rows.map((row) => String(row['detail']));
  return steps.filter((step) => {
    if (BOUNDED_STEPS.some((one) => step.startsWith(one.step) && sql.includes(one.sql ?? '')))
      return false;
    // A context has few tasks, but a principal, an agent or a state may have all.
    if (sql.includes('context_id =') && /task_by_(principal|agent)/.test(step)) return true;
    if (step.includes('TEMP B-TREE') && /FROM task\b.*ORDER BY/s.test(sql))
      return !steps.some((other) => other.includes('task_of_context'));
    return GROWING_TABLES.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '');
  });
}

async function runSuites(): Promise<void> {
  for (const entry of runnerSuite)
    await entry.run((agents) => createSqliteRunner({ path: files.newPath(), agents }));
  for (const { run } of sessionStoreSuite) await run(createMemorySessionStore);
  for (const { run } of responseStoreSuite)
    await run((options) => createSqlResponseStore(openTables().sql, options));
  for (const { run } of fileStoreSuite) await run(createMemoryFileStore);
  for (const { run } of taskListingSuite) await run(openTables());
  for (const { run } of traceStoreSuite) await run(openTables());
  for (const { run } of vectorStoreSuite)
    await run((bounds) => createSqlVectorStore(openTables().sql, bounds));
  for (const { run } of versionStoreSuite) {
    const { sql } = openTables();
    const erase = (taskId: string): Promise<void> => sql.write(() => eraseTaskVersions([taskId]));
    await run({ versions: createSqlVersionStore(sql), erase });
  }
  for (const { run } of outboxSuite) {
    const { sql, database } = openTables();
    await run({
      outbox: createSqlOutbox(sql),
      setGeneration(id, generation) {
        database
          .prepare(
            `INSERT OR REPLACE INTO task VALUES
             (?, '', '', '', 'working', 0, 1, 1, ?, '', 1, 0, '', 0, 0, 0, 0)`,
          )
          .run(id, generation);
      },
    });
  }
  await openTables().prune(1);
  await openTables().readWork(0);
  await openTables().readCalls(0);
  const examined = openTables();
  collectStoreFacts(examined, Date.now(), 9);
  const pace = { now: () => 0, isStopping: () => false, pause: () => undefined };
  finishErasuresAndEraseExpired(openDatabase(files.newPath(), 'NORMAL'), 1, pace);
}

function openTables() {
  const path = files.newPath();
  const database = openDatabase(path, 'NORMAL');
  const table = createTaskTable(database);
  const sql = createSqlDatabase(createOpenStore(database, path));
  const stored = createSqliteStoredTasks({ database, path });
  return {
    path,
    ...createTaskQueries(createTransactionRunner(database), table, { countBatch: 3 }),
    database,
    sql,
    traces: createSqlTraceStore(sql),
    insert: (...[task, log]: Parameters<typeof encodeTaskWrite>) =>
      table.insert(encodeTaskWrite(task, log), 'me'),
    readWork: (since: number) => stored.readWork?.({ since, until: 1 }),
    readCalls: (since: number) => stored.readCalls?.({ since, until: 1 }),
    prune: (before: number) => stored.prune({ before, isDryRun: false }),
    listTasks: (filter: TaskFilter) => stored.list(filter),
    listWaiting: (limit: number) => stored.listWaiting(limit),
    findIds: (text: string, limit: number) => stored.findIds(text, limit),
    erase: (taskId: string) => stored.erase(taskId),
  };
}

it(
  'reads only the rows that it needs, whatever the number of tasks',
  { timeout: 120_000 },
  async () => {
    await runSuites();
    const database = openDatabase(files.newPath(), 'NORMAL');
    const statements = new Set(prepared.mock.calls.map(([sql]) => sql));
    const growing = [...statements]
      .filter((sql) => /^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\b/i.test(sql))
      .map((sql) => ({ sql, steps: findGrowingSteps(database, sql) }))
      .filter(({ steps }) => steps.length > 0);
    expect(growing).toEqual([]);
    const unseen = listWrittenStatements().filter((sql) => !isSeen(sql, statements));
    const explained = unseen.filter((sql) => !isForWholeFile(normalizeSql(sql)));
    // A statement that is not run here must be complete in the source, so that its plan can be asked for.
    expect(explained.filter((sql) => sql.includes('${'))).toEqual([]);
    const growingUnseen = explained.map((sql) => ({ sql, steps: findGrowingSteps(database, sql) }));
    expect(growingUnseen.filter(({ steps }) => steps.length > 0)).toEqual([]);
  },
);

/** Parts of statements that read whole tables on purpose: upgrades, copies, full examinations. */
const WHOLE_FILE: readonly string[] = [
  'INSERT INTO response_account (principal, unfinished, entries, size) SELECT',
  'SELECT (SELECT count(*) FROM task) AS tasks',
  'log.generation IS NOT task.generation AS has_gap',
  'SELECT DISTINCT hash FROM blob_use WHERE hash NOT IN',
  'SELECT hash, body FROM blob',
  // Triggers, each of which writes one row by the primary key.
  'INSERT INTO task_count VALUES',
  'UPDATE task_count SET tasks = tasks - 1',
  // Statements for tables that only other backends have, by their primary keys.
  'ON CONFLICT (hour, kind, agent, model, range, part)',
  'ON CONFLICT (hour, caller, agent, part)',
  // Examinations of the tasks that another backend runs.
  'SELECT state, count(*) AS n FROM task GROUP BY state',
  'count(*) AS events, max(generation) AS latest FROM event GROUP BY task_id',
];

function isForWholeFile(sql: string): boolean {
  return WHOLE_FILE.some((part) => sql.includes(part));
}

/** Makes statements comparable: without their layout, and without the names of their values. */
function normalizeSql(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[:?$]\w+/g, '?')
    .trim();
}

const STATEMENT = /(['"`])((?:WITH|SELECT|INSERT|UPDATE|DELETE)\b(?:(?!\1)[^])*)\1/g;
const CONSTANT = /const (\w+)(?:: string)? =\s*(["'`])((?:(?!\2)[^])*)\2;/g;

/** Lists the statements in the source, with the constants that are part of them. */
function listWrittenStatements(): string[] {
  const engine = join(import.meta.dirname, '../..');
  const sources = ['store', 'runner'].flatMap((group) =>
    readdirSync(join(engine, group), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
      .map((file) => readFileSync(join(engine, group, file), 'utf8')),
  );
  const exported = listConstants(sources.join('\n').replaceAll(/^const /gm, 'not '));
  return sources.flatMap((source) => {
    const constants = new Map([...exported, ...listConstants(source)]);
    const expand = (sql: string): string =>
      sql.replaceAll(/\$\{(\w+)\}/g, (all, name: string) => constants.get(name) ?? all);
    return [...source.matchAll(STATEMENT)].map(([, , sql = '']) => expand(expand(sql)));
  });
}

function listConstants(source: string): [name: string, text: string][] {
  return [...source.matchAll(CONSTANT)].map(([, name = '', , text = '']) => [name, text]);
}

function isSeen(sql: string, statements: ReadonlySet<string>): boolean {
  const parts = sql.split(/\$\{[^}]*(?:\}|$)/).map(normalizeSql);
  return [...statements].some((one) => {
    const seen = normalizeSql(one);
    return parts.every((part) => seen.includes(part));
  });
}

it('lists the statements of the source', () => {
  expect(listWrittenStatements().length).toBeGreaterThan(120);
  const sql = 'SELECT id FROM ${table} LIMIT :limit';
  expect(isSeen(sql, new Set(['SELECT id FROM  task\n LIMIT ?1']))).toBe(true);
  expect(isSeen(sql, new Set(['SELECT id FROM task']))).toBe(false);
});

it.each([
  ["SELECT id FROM task WHERE state = 'failed'", 'SCAN task'],
  ['SELECT count(*) FROM event', 'SCAN event'],
  ["SELECT id FROM task WHERE context_id = 'a' ORDER BY updated_at DESC, id", undefined],
  [
    "SELECT id FROM task WHERE context_id = 'a' AND principal = 'b' AND agent = 'c' AND state = 'd'",
    'task_by_principal',
  ],
  ["SELECT id FROM task WHERE principal = 'a' ORDER BY updated_at DESC, id", 'TEMP B-TREE'],
])('finds out whether %s reads a table that grows', (sql, step) => {
  const steps = findGrowingSteps(openDatabase(files.newPath(), 'NORMAL'), sql);
  expect(steps.join()).toMatch(step ?? /^$/);
});

it.each(['principal', 'agent', 'principal agent', 'principal agent state', ''])(
  'reads a context by its own index if a query also names %s',
  (columns) => {
    const selection = Object.fromEntries(
      columns
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, 'a']),
    );
    const { where } = buildTaskCondition({ contextId: 'c', ...selection });
    const database = openDatabase(files.newPath(), 'NORMAL');
    const sql = `SELECT id FROM task WHERE ${where} ORDER BY updated_at DESC, id LIMIT 9`;
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH task USING .*INDEX task_of_context \(context_id=\?\)$/),
    ]);
  },
);
