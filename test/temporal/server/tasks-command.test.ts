import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTaskStore, openSqliteDatabase, openTemporal } from '@timestep-ai/temporal';
import { functionEnvironment } from '@timestep-ai/timestep';
import { getText, buildTranscript, type AssistantMessage } from '@timestep-ai/timestep/core';
import type { AgentFn, Backend, ServedAgent, TaskUpdate } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begun } from '../store-case.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const MAIN = join(import.meta.dirname, '../../../packages/timestep/src/people/cli/main.ts');
const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const database = join(folder, 'tasks.db');
const taskQueue = `tasks-command-${process.pid}`;
let temporal: TemporalServer;
let opened: Backend;

beforeAll(async () => {
  temporal = await startTemporal(join(folder, 'temporal.db'));
  const { address } = temporal;
  const agents = [served('thinker', thinks), served('asker', asksOnce)];
  opened = await openTemporal({ agents, database, address, taskQueue });
});
afterAll(async () => {
  await opened?.close(0);
  await temporal?.stop();
  rmSync(folder, { recursive: true });
});

/** Does not answer before it is called off. */
const thinks: AgentFn = async (_messages, { signal }) => {
  await once(signal, 'abort');
  throw signal.reason;
};

/** Wants to look, which a person must allow, and says what came of it. */
const asksOnce: AgentFn = async (messages): Promise<AssistantMessage> => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: `saw ${getText(last)}` };
  const look = { name: 'look', arguments: '{}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: look }],
  };
};

function served(name: string, agent: AgentFn): ServedAgent {
  const environment = functionEnvironment({
    look: { needsApproval: true, execute: () => 'the sky' },
  });
  const limits = { max_steps: 30, time_limit_s: 60 };
  return { name, agent, toolSite: 'server', limits, environment: () => environment };
}

async function taskOf(agent: string, messageId: string): Promise<string> {
  const message = { role: 'user', content: 'hello' } as const;
  return (await opened.runner.submit({ agent, principal: 'ann', messageId, message })).id;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function timestep(...args: readonly string[]): Promise<Ended> {
  return timestepAt(taskQueue, ...args);
}

function timestepAt(queue: string, ...args: readonly string[]): Promise<Ended> {
  const place = ['--database', database, '--temporal-address', temporal.address];
  const all = ['--conditions=@timestep/source', MAIN, ...args, ...place, '--task-queue', queue];
  return new Promise((resolve) => {
    execFile(process.execPath, all, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

it('talks to a task that a worker works on, and cancels it once', async () => {
  const id = await taskOf('thinker', 'm1');
  for await (const update of opened.runner.subscribe(id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  const told = await timestep('tasks', 'resume', id, '--message', 'never mind', '--json');
  expect(JSON.parse(told.stdout)).toMatchObject({
    id,
    agent: 'thinker',
    owner: null,
    freed: false,
  });
  const ended = await timestep('tasks', 'cancel', id);
  expect(ended).toEqual({ code: 0, stdout: `task ${id} is canceled\n`, stderr: '' });
  const log: TaskUpdate[] = [];
  for await (const update of opened.runner.subscribe(id, 0, NEVER)) log.push(update);
  expect(JSON.stringify(log)).toContain('never mind');
  const again = await timestep('tasks', 'cancel', id);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('has ended already (canceled): there is nothing to cancel');
});

it('is looked over by doctor, with workers, without, and without its workflow', async () => {
  const id = await taskOf('thinker', 'm4');
  for await (const update of opened.runner.subscribe(id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.started') break;
  }
  const fine = await timestep('doctor');
  expect(fine).toMatchObject({ code: 0, stderr: '' });
  expect(fine.stdout).toMatch(/^Workers +\S+ \(queue tasks-command-\d+\)$/m);
  expect(fine.stdout).toMatch(/^Under way +1$/m);
  expect(fine.stdout).toMatch(/no problems found\n$/);

  const idle = await timestepAt('other', 'doctor', '--json');
  expect(idle.code).toBe(1);
  expect(JSON.parse(idle.stdout)).toMatchObject({ findings: [{ code: 'no-worker' }] });

  const store = createTaskStore(openSqliteDatabase({ path: database, access: 'write' }));
  await begun(store, 'lost-task');
  const lost = await timestep('doctor', '--json');
  expect(lost.code).toBe(1);
  expect(JSON.parse(lost.stdout)).toMatchObject({
    facts: { temporal: { without_workflow: ['lost-task'] } },
    findings: [{ code: 'stuck-task', message: expect.stringContaining('lost-task') }],
  });
  await store.erase('lost-task');
  await store.closeDatabase();
  await opened.runner.cancel(id);
});

it('keeps ended tasks as long as its retention says', async () => {
  const kept = join(folder, 'kept.db');
  const { address } = temporal;
  const retention = { endedForMs: 0, everyMs: 50 };
  const agents = [served('asker', asksOnce)];
  const place = { database: kept, address, taskQueue: `${taskQueue}-kept` };
  const keeping = await openTemporal({ ...place, agents, retention });
  const message = { role: 'user', content: 'hello' } as const;
  const sent = { agent: 'asker', principal: 'ann', messageId: 'm', message };
  const { id } = await keeping.runner.submit(sent);
  expect((await keeping.runner.waitUntilSettled(id, NEVER)).state).toBe('input-required');
  // What has ended may be erased before its end is seen.
  await Promise.allSettled([keeping.runner.cancel(id)]);
  await expect.poll(() => keeping.runner.get(id)).toBeUndefined();
  await keeping.close(0);
});

it('answers a task that waits for a person', async () => {
  const id = await taskOf('asker', 'm2');
  const waiting = await opened.runner.waitUntilSettled(id, NEVER);
  expect(waiting.state).toBe('input-required');
  const wrong = await timestep('tasks', 'resume', id, '--approve', 'other');
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).not.toMatch(/defect|\n\s+at /);
  const said = await timestep('tasks', 'resume', id, '--approve', 'call-1');
  expect(said).toEqual({
    code: 0,
    stdout: `task ${id} received the answer\na worker for asker on this database will continue it\n`,
    stderr: '',
  });
  for await (const { kind } of opened.runner.subscribe(id, waiting.generation, NEVER)) void kind;
  const task = await opened.runner.get(id);
  expect(task && buildTranscript(task).at(-1)?.content).toBe('saw the sky');
});

it('says that a worker is missing where nobody ends what was canceled', async () => {
  const id = await taskOf('asker', 'm3');
  await opened.runner.waitUntilSettled(id, NEVER);
  await opened.close(0);
  const { code, stdout, stderr } = await timestep('tasks', 'cancel', id);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/was requested, but no worker runs it: start a worker for asker/);
  const bare = await timestep('tasks', 'resume', id);
  expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('waits for an answer') });
});
