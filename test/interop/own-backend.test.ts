import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionEnvironment } from '@timestep-ai/timestep';
import type { Backend, ServedAgent } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBackends } from '../../packages/timestep/src/people/cli/backends/backends.ts';
import { runCommandLine } from '../../packages/timestep/src/people/cli/run.ts';
import {
  runInProcess,
  type FinishedRun,
} from '../../packages/timestep/src/people/cli/timestep.fixture.ts';
import { backend } from './own-backend.ts';

const MODULE = join(import.meta.dirname, 'own-backend.ts');
const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let opened: Backend;
/** One that has ended, and two that wait for their client. */
let done: string;
let waiting: string;
let unwanted: string;

beforeAll(async () => {
  const agents = [served('parrot', null), served('asker', { name: 'look', arguments: '{}' })];
  const site = { database: backend.defaultDatabase, options: {}, env: {} };
  opened = await backend.open({ agents, works: true }, site);
  [done, waiting, unwanted] = await Promise.all([
    taskOf('parrot', 'm1'),
    taskOf('asker', 'm2'),
    taskOf('asker', 'm3'),
  ]);
  const settings = { model: 'lmstudio/m' };
  const manifest = JSON.stringify({ metadata: { name: 'Guide' }, settings });
  writeFileSync(join(folder, 'tsagent.json'), manifest);
});
afterAll(async () => {
  await opened?.close(0);
  rmSync(folder, { recursive: true });
});

function served(name: string, call: { name: string; arguments: string } | null): ServedAgent {
  const environment = functionEnvironment({});
  return {
    name,
    agent: () =>
      call
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call-1', type: 'function', function: call }],
          }
        : { role: 'assistant', content: 'heard' },
    toolSite: 'client',
    limits: { max_steps: 30, time_limit_s: 60 },
    environment: () => environment,
  };
}

async function taskOf(agent: string, messageId: string): Promise<string> {
  const message = { role: 'user', content: 'hello' } as const;
  const { id } = await opened.runner.submit({ agent, principal: 'ann', messageId, message });
  await opened.runner.waitUntilSettled(id, NEVER);
  return id;
}

function timestep(...args: readonly string[]): Promise<FinishedRun> {
  return runInProcess([...args, '--backend', MODULE], {}, Date.now());
}

it.each([
  ['list', () => ['tasks', 'list'], 0, /completed .*parrot/],
  ['show', () => ['tasks', 'show', waiting], 0, /Waits for +the client's results of look/],
  ['trace', () => ['tasks', 'trace', done], 0, /^Trace [0-9a-f]{32}: \d+ spans/],
  ['export', () => ['tasks', 'export', done], 0, /"type":"task\.finished"/],
  [
    'resume',
    () => ['tasks', 'resume', waiting, '--message', 'no'],
    0,
    /received the answer\na server/,
  ],
  ['cancel', () => ['tasks', 'cancel', unwanted], 0, /is canceled\n$/],
  ['cancel, again', () => ['tasks', 'cancel', unwanted], 1, /has ended already \(canceled\)/],
  ['prune', () => ['tasks', 'prune', '--older-than', '0s', '--dry-run'], 0, /would delete \d task/],
  ['doctor', () => ['doctor', '--shelf-label', 'tasks'], 0, /Label +tasks\n[^]*no problems found/],
  ['backup', () => ['backup', 'x'], 1, /^timestep: shelf:\/\/standard is in memory: it cannot/],
  ['an option of others', () => ['doctor', '--task-queue', 'q'], 2, /--task-queue requires a/],
  ['worker', () => ['worker', folder], 2, /the shelf does not support workers/],
  ['serve --runner', () => ['serve', folder, '--runner', 'sqlite'], 2, /--runner or --backend/],
  ['help', () => ['serve', '--help'], 0, /--shelf-label TEXT[^]*shelf +tasks in the memory of/],
])('is used by %s', async (_name, args, code, said) => {
  const ended = await timestep(...args());
  expect(ended.code).toBe(code);
  expect(ended.stdout + ended.stderr).toMatch(said);
});

it('is served on, and known by the address of its databases', async () => {
  const database = 'shelf://served';
  const argv = ['serve', folder, '--port', '0', '--json', '--backend', MODULE];
  const stop = new AbortController();
  const listening = Promise.withResolvers<unknown>();
  const ended = runCommandLine([...argv, '--database', database, '--retention', '1d'], {
    version: '0',
    loadBackends: () => loadBackends(argv, []),
    env: {},
    now: 0,
    isStderrTerminal: false,
    getStopSignal: () => stop.signal,
    write: (text) => listening.resolve(JSON.parse(text)),
    writeError: (text) => listening.reject(new Error(text)),
  });
  expect(await listening.promise).toMatchObject({ agent: 'guide', runner: 'shelf' });
  const there = await timestep('tasks', 'list', '--database', database);
  expect(there).toEqual({ code: 0, stdout: 'no tasks\n', stderr: '' });
  const looked = await timestep('doctor', '--json', '--database', database);
  expect(JSON.parse(looked.stdout)).toMatchObject({ facts: { kept_for_ms: 86_400_000 } });
  stop.abort();
  expect(await ended).toBe(0);
  const gone = await timestep('tasks', 'list', '--database', database);
  expect(gone).toMatchObject({
    code: 1,
    stderr: `timestep: ${database} is not there: start a server on it\n`,
  });
});

it.each([
  [
    './no-such-module.js',
    /--backend \.\/no-such-module\.js cannot be loaded \(.*\): give the path/,
  ],
  ['no-such-package', /--backend no-such-package cannot be loaded \(.*\): give the path/],
  [join(import.meta.dirname, 'running-examples.ts'), /must export "backend" with all properties/],
])('is not %s', async (module, said) => {
  const { code, stdout, stderr } = await runInProcess(['tasks', 'list', '--backend', module]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(said);
  expect(stderr.trimEnd()).not.toContain('\n');
});
