import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTaskStore,
  openPostgresDatabase,
  openSqliteDatabase,
  type TaskStore,
} from '@timestep/temporal';
import { Client } from 'pg';
import { createSqliteRunner, functionEnvironment } from 'timestep';
import { textOf, type NumberedEvent, type Task } from 'timestep/core';
import type { AgentFn, ServedAgent } from 'timestep/port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timestepHere, type Ended } from '../../packages/timestep/src/cli/timestep.fixture.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/cli/main.ts');
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
  stores.push(createTaskStore(openSqliteDatabase({ path: storeFile })));
  stores.push(createTaskStore(await openPostgresDatabase({ url: postgres.url })));
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
    content: `heard ${messages.slice(-1).map(textOf).join('')}`,
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  }));
  const asker = served('asker', () => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  }));
  const runner = createSqliteRunner({ path: runnerFile, agents: [parrot, asker] });
  const [first, second] = await Promise.all(
    ['parrot', 'asker'].map(async (agent) => {
      const message = { role: 'user', content: `hello\u001B[31m "${agent}"` } as const;
      const { id } = await runner.submit({ agent, principal: agent, messageId: 'm', message });
      return runner.settled(id, NEVER);
    }),
  );
  if (first && second) [done, waiting] = [first, second];
  await runner.close(0);
}

function served(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({});
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'client', limits, environment: () => environment };
}

/** Runs the command in this process, which is quicker. */
function timestep(...args: readonly string[]): Promise<Ended> {
  return timestepHere(args, { STORE_OF_TASKS: postgres.url }, Date.now());
}

/** Runs Node in a process of its own. */
function node(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, STORE_OF_TASKS: postgres.url };
  return new Promise((resolve) => {
    const all = ['--conditions=@timestep/source', ...args];
    execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const seenHere = new Map<string, Promise<Ended>>();

/** What the command says of the same tasks where the SQLite runner keeps them. */
function here(args: readonly string[]): Promise<Ended> {
  const name = args.join(' ');
  const seen = seenHere.get(name) ?? timestep(...args, '--database', runnerFile);
  seenHere.set(name, seen);
  return seen;
}

/** Without what passes between two looks. */
function timeless(text: string): string {
  return text.replaceAll(/CHANGED +|\d+ (s|min) ago +/g, '');
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
  ])('are shown as those of the SQLite runner by %s', async (_command, args) => {
    const there = await timestep(...args(), '--database', database);
    expect(there).toMatchObject({ code: 0, stderr: '' });
    expect(timeless(there.stdout)).toBe(timeless((await here(args())).stdout));
    expect(there.stdout).not.toBe('');
  });

  it.each([
    [['tasks', 'show', 'none'], /holds no task none: timestep tasks list shows those it holds$/],
    [['tasks', 'cancel', 'none'], /holds no task none/],
    [['doctor'], /^timestep: the tasks of this database run on Temporal: timestep tasks list/],
    [['backup', join(folder, 'copy.db')], /run on Temporal: back it up together .* \(pg_dump/],
  ])('are not there, or not for %j', async (args, said) => {
    const { code, stdout, stderr } = await timestep(...args, '--database', database);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(said);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('say why they are not canceled or resumed', async () => {
    const place = ['--database', database, '--temporal-address', '127.0.0.1:1'];
    const ended = await timestep('tasks', 'cancel', done.id, ...place);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('has ended already (completed): there is nothing to cancel');
    const bare = await timestep('tasks', 'resume', waiting.id, ...place);
    expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('waits for an answer') });
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

it('makes nothing of a PostgreSQL that holds no tasks', async () => {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('CREATE DATABASE other');
  await client.end();
  const url = postgres.url.replace(/postgres$/, 'other');
  for (const args of [['list'], ['cancel', 'x'], ['prune', '--older-than', '1d']]) {
    const { code, stderr } = await timestep('tasks', ...args, '--database', url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^timestep: the PostgreSQL database is no store of tasks on Temporal, /);
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
  expect(stderr).toMatch(/^timestep: Temporal cannot be reached at 127\.0\.0\.1:1, .*\n$/);
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
    expect(stderr).toMatch(/^timestep: the PostgreSQL database cannot be used \(.*127\.0\.0\.1:1/);
    expect(stderr).not.toContain('s3cret');
  }
});

it('says what to install where the package for Temporal is not there', async () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name !== '@timestep/temporal') return next(name, context);
      throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    } });`;
  const without = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, MAIN];
  const { code, stderr } = await node(...without, 'tasks', 'list', '--database', storeFile);
  expect(code).toBe(1);
  expect(stderr).toBe('timestep: Temporal needs a package: npm install @timestep/temporal\n');
});

it('takes no address of Temporal for tasks that do not run on it', async () => {
  for (const args of [['cancel'], ['resume']]) {
    const place = ['--database', runnerFile, '--task-queue', 'q'];
    const { code, stderr } = await timestep('tasks', ...args, waiting.id, ...place);
    expect(code).toBe(2);
    expect(stderr).toContain('--task-queue goes with a --database of tasks on Temporal');
  }
});
