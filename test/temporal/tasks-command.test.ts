import { execFile } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTaskStore,
  openPostgresDatabase,
  openSqliteDatabase,
  type TaskStore,
} from '@timestep-ai/temporal';
import { backend } from '@timestep-ai/temporal/backend';
import { Client } from 'pg';
import { functionEnvironment, openSqlite } from '@timestep-ai/timestep';
import { getText, type NumberedEvent, type Task } from '@timestep-ai/timestep/core';
import type { AgentFn, ServedAgent, SessionStore } from '@timestep-ai/timestep/port';
import { createSqlSessionStore } from '@timestep-ai/timestep/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../packages/timestep/src/people/cli/manifest.ts';
import {
  runInProcess,
  type FinishedRun,
} from '../../packages/timestep/src/people/cli/timestep.fixture.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');
/** What a database is damaged by pages of. */
const PAGE_BYTES = 4096;
const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
const runnerFile = join(folder, 'tasks.db');
const storeFile = join(folder, 'temporal.db');
const stores: TaskStore[] = [];
let postgres: PostgresServer;
/** One that has ended, and one that waits for its client. */
let done: Task;
let waiting: Task;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  await fillRunnerFile();
  // They stay open, as those of servers: what they wrote may be in the file, or beside it.
  const databases = [
    openSqliteDatabase({ path: storeFile }),
    await openPostgresDatabase({ url: postgres.url }),
  ];
  for (const database of databases) {
    stores.push(createTaskStore(database));
    await openSession(createSqlSessionStore(database));
  }
  for (const task of [done, waiting]) {
    const { stdout } = await timestep('tasks', 'export', task.id, '--database', runnerFile);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as NumberedEvent);
    const records = events.map((event) => ({ event }));
    for (const store of stores) {
      await store.append({ taskId: task.id, records, state: task.state });
    }
  }
});
afterAll(async () => {
  for (const store of stores) await store.closeDatabase();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** What the same tasks look like where the SQLite runner keeps them. */
async function fillRunnerFile(): Promise<void> {
  const parrot = served('parrot', (messages) => ({
    role: 'assistant',
    content: `heard ${messages.slice(-1).map(getText).join('')}`,
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  }));
  const asker = served('asker', () => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  }));
  const opened = openSqlite({ path: runnerFile, agents: [parrot, asker] });
  const { runner } = opened;
  const [first, second] = await Promise.all(
    ['parrot', 'asker'].map(async (agent) => {
      const message = { role: 'user', content: `hello\u001B[31m "${agent}"` } as const;
      const { id } = await runner.submit({ agent, principal: agent, messageId: 'm', message });
      return runner.waitUntilSettled(id, NEVER);
    }),
  );
  if (first && second) [done, waiting] = [first, second];
  await openSession(opened.sessions);
  await opened.close(0);
}

/** Makes a session of the context of the task that has ended. */
async function openSession(sessions: SessionStore): Promise<void> {
  const key = { principal: 'parrot', id: done.contextId };
  await sessions.append(
    key,
    0,
    [
      { type: 'session.opened', sessionId: key.id, principal: 'parrot', agent: 'parrot' },
      { type: 'session.named', name: 'trip' },
      { type: 'session.set', settings: { model: 'a/b' } },
    ],
    done.updatedAt,
  );
}

function served(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'client', limits, environment: () => environment };
}

/** Runs the command in this process, which is quicker. */
function timestep(...args: readonly string[]): Promise<FinishedRun> {
  return runInProcess(args, { STORE_OF_TASKS: postgres.url }, Date.now());
}

/** Runs Node in a process of its own. */
function node(...args: readonly string[]): Promise<FinishedRun> {
  const env = { ...process.env, STORE_OF_TASKS: postgres.url };
  return new Promise((resolve) => {
    const all = ['--conditions=@timestep/source', ...args];
    execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const seenHere = new Map<string, Promise<FinishedRun>>();

/** What the command says of the same tasks where the SQLite runner keeps them. */
function here(args: readonly string[]): Promise<FinishedRun> {
  const name = args.join(' ');
  const seen = seenHere.get(name) ?? timestep(...args, '--database', runnerFile);
  seenHere.set(name, seen);
  return seen;
}

/** Without what passes between two looks, and the sizes of records. */
function timeless(text: string): string {
  return text.replaceAll(/CHANGED +|\d+ (s|min) ago +|, [\d.]+ K?i?B$/gm, '');
}

describe.each([
  ['SQLite', storeFile],
  ['PostgreSQL', '${env:STORE_OF_TASKS}'],
])('tasks on Temporal, kept in %s', (_name, database) => {
  it.each([
    ['list', () => ['tasks', 'list']],
    ['list --json', () => ['tasks', 'list', '--json']],
    ['list, chosen', () => ['tasks', 'list', '--state', 'completed', '--agent', 'parrot']],
    ['list, cut', () => ['tasks', 'list', '--limit', '1']],
    ['show', () => ['tasks', 'show', done.id]],
    ['show --json', () => ['tasks', 'show', done.id, '--json']],
    ['show what waits', () => ['tasks', 'show', waiting.id]],
    ['export', () => ['tasks', 'export', done.id]],
    ['export --form transcript', () => ['tasks', 'export', done.id, '--form', 'transcript']],
    ['cancel what ended', () => ['tasks', 'cancel', done.id]],
    ['resume what ended', () => ['tasks', 'resume', done.id, '--message', 'more']],
    ['resume without an answer', () => ['tasks', 'resume', waiting.id]],
    ['resume, not understood', () => ['tasks', 'resume', waiting.id, '--reason', 'why']],
    ['sessions list', () => ['sessions', 'list']],
    ['sessions list --json', () => ['sessions', 'list', '--json']],
    ['sessions show', () => ['sessions', 'show', done.contextId]],
    ['sessions show --json', () => ['sessions', 'show', done.contextId, '--json']],
    ['sessions export', () => ['sessions', 'export', done.contextId]],
    ['sessions delete of none', () => ['sessions', 'delete', 'none']],
    ['prune --dry-run', () => ['tasks', 'prune', '--older-than', '0s', '--dry-run']],
    ['prune of nothing', () => ['tasks', 'prune', '--older-than', '9d']],
    ['list, not understood', () => ['tasks', 'list', '--state', 'odd']],
  ])('say what those of the SQLite runner say by %s', async (_command, args) => {
    const there = await timestep(...args(), '--database', database);
    const before = await here(args());
    expect({ ...there, stdout: timeless(there.stdout) }).toEqual({
      ...before,
      stdout: timeless(before.stdout),
    });
    expect(there.stdout + there.stderr).not.toBe('');
  });

  it.each([
    [['tasks', 'show', 'none'], /has no task none: run timestep tasks list to see its tasks$/],
    [['tasks', 'cancel', 'none'], /has no task none/],
  ])('are not there for %j', async (args, said) => {
    const { code, stdout, stderr } = await timestep(...args, '--database', database);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(said);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('are looked over, though Temporal is away', async () => {
    const place = ['--database', database, '--temporal-address', '127.0.0.1:1'];
    const { code, stdout, stderr } = await timestep('doctor', ...place);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^Tasks +1 completed, 1 input-required$/m);
    expect(stdout).toMatch(/^problem: cannot reach Temporal at 127\.0\.0\.1:1, .* start it/m);
    const json = await timestep('doctor', '--json', ...place);
    expect(JSON.parse(json.stdout)).toMatchObject({
      facts: { temporal: { is_reached: false }, oldest_waiting: [{ id: waiting.id }] },
      findings: [{ severity: 'problem', code: 'unreachable' }],
    });
    expect(json.stdout).not.toContain(postgres.url);
  });

  it('have sessions that are forked, closed and deleted', async () => {
    const place = ['--database', database];
    const forked = await timestep('sessions', 'fork', done.contextId, ...place);
    expect(forked).toMatchObject({ code: 0, stderr: '' });
    const id = forked.stdout.trim();
    const closed = await timestep('sessions', 'close', id, '--json', ...place);
    expect(JSON.parse(closed.stdout)).toMatchObject({
      is_closed: true,
      settings: { model: 'a/b' },
      forked_from: { session_id: done.contextId, task_id: done.id },
    });
    const deleted = await timestep('sessions', 'delete', id, ...place);
    expect(deleted.stdout).toBe(`deleted session ${id} with 0 turns\n`);
    const left = await timestep('sessions', 'list', '--closed', '--json', ...place);
    // The context of the task that waits has no session of its own yet.
    const { sessions } = JSON.parse(left.stdout) as {
      readonly sessions: { readonly id: string }[];
    };
    const contexts = [done.contextId, waiting.contextId];
    expect(sessions.map((one) => one.id).toSorted()).toEqual(contexts.toSorted());
  });

  it('are pruned once they have ended, after saying what', async () => {
    const prune = ['tasks', 'prune', '--older-than', '0s', '--database', database];
    const said = await timestep(...prune, '--dry-run');
    expect(said.stdout).toBe(
      `would delete 1 task with ${done.generation} events, ${said.stdout.split(', ')[1]}`,
    );
    const pruned = await timestep(...prune);
    expect(pruned).toEqual({ ...said, stdout: said.stdout.replace('would delete', 'deleted') });
    const left = await timestep('tasks', 'list', '--json', '--database', database);
    expect(JSON.parse(left.stdout)).toMatchObject({ total: 1, tasks: [{ id: waiting.id }] });
  });
});

it('backs up a store that is a file as it does that of the SQLite runner', async () => {
  const [copy, other] = [join(folder, 'copy.db'), join(folder, 'other.db')];
  const { code, stdout, stderr } = await timestep('backup', copy, '--database', storeFile);
  const before = await timestep('backup', other, '--database', runnerFile);
  expect([code, before.code, stderr]).toEqual([0, 0, '']);
  const [first, remark] = stdout.split('\n');
  const what = /: .* task.? with \d+ events/.exec(first ?? '')?.[0];
  expect(what).toBe(`: 1 task with ${waiting.generation} events`);
  expect(first).toMatch(/, verified$/);
  expect(remark).toMatch(/^Temporal stores the progress .*: back it up first, then this one/);
  const shown = ['tasks', 'show', waiting.id, '--json', '--database'];
  expect(await timestep(...shown, copy)).toEqual(await timestep(...shown, storeFile));
  const again = await timestep('backup', copy, '--database', storeFile);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
});

it('leaves a PostgreSQL to the tools of it', async () => {
  const copy = join(folder, 'none.db');
  const database = ['--database', '${env:STORE_OF_TASKS}'];
  const { code, stdout, stderr } = await timestep('backup', copy, ...database);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^timestep: tasks in PostgreSQL must be backed up with pg_dump/);
  expect(existsSync(copy)).toBe(false);
});

it('names a damaged store and what to do', async () => {
  const damaged = join(folder, 'damaged.db');
  expect((await timestep('backup', damaged, '--database', storeFile)).code).toBe(0);
  const file = openSync(damaged, 'r+');
  const bytes = statSync(damaged).size - PAGE_BYTES;
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, PAGE_BYTES);
  closeSync(file);
  const looked = await timestep('doctor', '--database', damaged);
  expect(looked.code).toBe(1);
  expect(looked.stdout).toMatch(/^problem: .*damaged.* restore/m);
  for (const args of [
    ['tasks', 'list'],
    ['backup', join(folder, 'none.db')],
  ]) {
    const { code, stderr } = await timestep(...args, '--database', damaged);
    expect(code).toBe(1);
    expect(stderr).toContain(`timestep: ${damaged}: the database is damaged: restore it`);
  }
});

it('is what the other package knows of it, installed or not', () => {
  const { name, title, addresses, applicationId } = backend;
  const module = '@timestep-ai/temporal/backend';
  const listed = {
    name,
    title,
    addresses,
    applicationId,
    package: '@timestep-ai/temporal',
    module,
  };
  expect(readManifest().backends).toEqual([listed]);
});

it('makes nothing of a PostgreSQL that holds no tasks', async () => {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('CREATE DATABASE other');
  await client.end();
  const url = postgres.url.replace(/postgres$/, 'other');
  for (const args of [['list'], ['cancel', 'x'], ['prune', '--older-than', '1d']]) {
    const { code, stderr } = await timestep('tasks', ...args, '--database', url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^timestep: the PostgreSQL database is not a Temporal task store, /);
  }
  const other = new Client({ connectionString: url });
  await other.connect();
  const made = await other.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
  await other.end();
  expect(made.rows).toEqual([]);
});

it('says what to do where Temporal is not, and changes nothing', async () => {
  const place = ['--database', storeFile, '--temporal-address', '127.0.0.1:1'];
  const answer = ['tasks', 'resume', waiting.id, '--message', 'no', ...place];
  const { code, stdout, stderr } = await timestep(...answer);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^timestep: cannot reach Temporal at 127\.0\.0\.1:1, .*\n$/);
  expect(await stores[0]?.progress(waiting.id)).toEqual({
    generation: waiting.generation,
    isAwaited: false,
  });
});

it('never says a password', async () => {
  const url = 'postgres://ann:s3cret@127.0.0.1:1/tasks?password=s3cret';
  for (const args of [['list'], ['show', 'x'], ['resume', 'x'], ['prune', '--older-than', '1d']]) {
    const { code, stdout, stderr } = await timestep('tasks', ...args, '--database', url);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^timestep: cannot open the PostgreSQL database \(.*127\.0\.0\.1:1/);
    expect(stderr).not.toContain('s3cret');
  }
  const looked = await timestep('doctor', '--json', '--database', url);
  expect(JSON.parse(looked.stdout)).toMatchObject({
    database: 'the PostgreSQL database',
    findings: [{ code: 'no-store' }],
  });
  const copied = await timestep('backup', join(folder, 'none.db'), '--database', url);
  expect(looked.stdout + looked.stderr + copied.stderr).not.toContain('s3cret');
});

it('says what to install where the package for Temporal is not there', async () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith('@timestep-ai/temporal')) return next(name, context);
      throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    } });`;
  const without = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, MAIN];
  const { code, stderr } = await node(...without, 'tasks', 'list', '--database', storeFile);
  expect(code).toBe(1);
  const needed = 'Temporal is not installed: npm install @timestep-ai/temporal';
  expect(stderr).toBe(`timestep: ${needed}\n`);
  const worker = await node(...without, 'worker', folder);
  expect(worker).toMatchObject({ code: 1, stderr: `timestep: ${needed}\n` });
  const serving = await node(...without, 'serve', folder, '--runner', 'temporal');
  expect(serving).toMatchObject({ code: 1, stderr: `timestep: ${needed}\n` });
  const option = await node(...without, 'worker', folder, '--task-queue', 'q');
  expect(option.code).toBe(2);
  expect(option.stderr).toContain(`Unknown option '--task-queue' (${needed})`);
  const help = await node(...without, 'serve', '--help');
  expect(help.stdout).toContain(needed);
});

it('takes no address of Temporal for tasks that do not run on it', async () => {
  for (const args of [['cancel'], ['resume']]) {
    const place = ['--database', runnerFile, '--task-queue', 'q'];
    const { code, stderr } = await timestep('tasks', ...args, waiting.id, ...place);
    expect(code).toBe(2);
    expect(stderr).toContain('--task-queue requires a --database of Temporal');
  }
});

it.each([
  [['--task-queue', 'q'], '--task-queue requires --runner temporal'],
  [['--no-worker'], '--no-worker requires --runner temporal'],
  [['--runner', 'memory', '--task-queue', 'q'], '--task-queue requires --runner temporal'],
  [
    ['--runner', 'sqlite', '--database', storeFile],
    '--database belongs to Temporal: use --runner temporal',
  ],
  [
    ['--runner', 'temporal', '--database', runnerFile],
    '--database belongs to SQLite: use --runner sqlite',
  ],
])('does not serve with %j', async (options, said) => {
  const { code, stderr } = await timestep('serve', folder, ...options);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
});
