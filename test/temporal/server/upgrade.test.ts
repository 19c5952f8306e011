import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection, type WorkflowClientInterceptor } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
  openTemporal,
  type TaskStore,
  type TemporalWorker,
} from '@timestep-ai/temporal';
import { backend } from '@timestep-ai/temporal/backend';
import { getText, buildTranscript, type Task } from '@timestep-ai/timestep/core';
import type { Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const never = new AbortController().signal;
const PATIENCE = { timeout: 120_000, interval: 100 };
let count = 0;
let taskQueue = '';
let server: TemporalServer;
let connection: Connection;
let store: TaskStore;
let runner: Runner;
let workers: TemporalWorker[];

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
  connection = await Connection.connect({ address: server.address });
});
afterAll(async () => {
  await connection?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  count += 1;
  taskQueue = `upgrade-${process.pid}-${count}`;
  workers = [];
  store = createTaskStore(openSqliteDatabase({ path: join(folder, `${count}.db`) }));
  const client = new Client({ connection });
  runner = createTemporalRunner({ client, store, agents: [agentOf('')], taskQueue });
});
afterEach(async () => {
  await runner.close(0);
  await Promise.all(workers.map((worker) => worker.close(0)));
  await store.closeDatabase();
});

/** Asks a person, then says which build answered. */
function agentOf(build: string, gate: Promise<void> = Promise.resolve()): ServedAgent {
  return {
    name: 'clerk',
    async agent(messages, { signal }) {
      if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: `build ${build}` };
      await Promise.race([
        gate,
        new Promise((_, reject) => signal.addEventListener('abort', reject)),
      ]);
      const called = { name: 'sign', arguments: '{}' };
      const tool_calls = [{ id: 'c1', type: 'function' as const, function: called }];
      return { role: 'assistant', content: '', tool_calls };
    },
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    environment: () => ({
      listTools: () => [
        {
          type: 'function',
          needsApproval: true,
          function: { name: 'sign', parameters: { type: 'object' } },
        },
      ],
      callTool: async () => ({ content: 'signed' }),
    }),
  };
}

async function startWorker(build: string, isVersioned: boolean, gate?: Promise<void>) {
  const worker = await createTemporalWorker({
    agents: [agentOf(build, gate)],
    store,
    address: server.address,
    taskQueue,
    ...(isVersioned && { deployment: { name: taskQueue, buildId: build } }),
  });
  workers.push(worker);
  if (isVersioned) await makeCurrent(build);
  return worker;
}

/** As an operator does once the workers of a build are up. */
async function makeCurrent(buildId: string): Promise<void> {
  const given = { namespace: 'default', deploymentName: taskQueue, buildId };
  // The server hears of a build by its first poll.
  await vi.waitFor(
    () => connection.workflowService.setWorkerDeploymentCurrentVersion(given),
    PATIENCE,
  );
}

async function begun(messageId: string): Promise<Task> {
  const message = { role: 'user', content: 'please' } as const;
  const task = await runner.submit({ principal: '', agent: 'clerk', messageId, message });
  return runner.waitUntilSettled(task.id, never);
}

async function approved({ id }: Task, messageId: string): Promise<string> {
  const approvals = [{ callId: 'c1', approved: true }];
  await runner.submit({ principal: '', agent: 'clerk', taskId: id, messageId, approvals });
  const ended = await runner.waitUntilSettled(id, never);
  expect(ended.state).toBe('completed');
  return buildTranscript(ended).slice(-1).map(getText).join('');
}

it('goes on by another build with what waited, where builds are not told apart', async () => {
  const before = await startWorker('1', false);
  const task = await begun('m1');
  expect(task.state).toBe('input-required');
  await before.close(0);
  await startWorker('2', false);
  expect(await approved(task, 'm2')).toBe('build 2');
});

it('does again what a worker that was closed had begun', async () => {
  const gate = Promise.withResolvers<void>();
  const before = await startWorker('1', false, gate.promise);
  const message = { role: 'user', content: 'please' } as const;
  const { id } = await runner.submit({ principal: '', agent: 'clerk', messageId: 'm1', message });
  await expect.poll(async () => (await runner.get(id))?.generation, PATIENCE).toBeGreaterThan(2);
  await before.close(0);
  await startWorker('2', false);
  const waiting = await runner.waitUntilSettled(id, never);
  expect(waiting.state).toBe('input-required');
  expect(await approved(waiting, 'm2')).toBe('build 2');
});

/** Since 1.31 servers tell runs of a newer build, so that they can make way for one that takes it up. */
async function tellsOfNewBuilds(): Promise<boolean> {
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const [major = 0, minor = 0] = (serverVersion ?? '').split('.').map(Number);
  return major > 1 || minor >= 31;
}

it('waits for a worker that has the agent', async () => {
  const stranger = await createTemporalWorker({
    agents: [],
    store,
    address: server.address,
    taskQueue,
  });
  const message = { role: 'user', content: 'please' } as const;
  const { id } = await runner.submit({ principal: '', agent: 'clerk', messageId: 'm1', message });
  const handle = new Client({ connection }).workflow.getHandle(`task-${id}`);
  const refused = async (): Promise<boolean> => {
    const { events } = await handle.fetchHistory();
    return (events ?? []).some(({ activityTaskFailedEventAttributes: failed }) => failed);
  };
  await expect.poll(refused, PATIENCE).toBe(true);
  await stranger.close(0);
  await startWorker('1', false);
  const task = await runner.waitUntilSettled(id, never);
  expect(task.state).toBe('input-required');
  // Nothing was begun before, so nothing was lost.
  const types = (await store.events(id, 0, 100)).map(({ type }) => type);
  expect(types).not.toContain('model.lost');
});

it('gives new tasks the new build, and running ones as soon as the server tells them', async () => {
  await startWorker('1', true);
  const old = await begun('m1');
  await startWorker('2', true);
  const fresh = await begun('m2');
  expect(await approved(fresh, 'm3')).toBe('build 2');
  const expected = (await tellsOfNewBuilds()) ? 'build 2' : 'build 1';
  expect(await approved(old, 'm4')).toBe(expected);
});

it('is found under the id of its task, says its state, and tries work again as documented', async () => {
  await startWorker('1', false);
  const task = await begun('m1');
  const handle = new Client({ connection }).workflow.getHandle(`task-${task.id}`);
  expect(await handle.query('getState')).toEqual({
    taskId: task.id,
    contextId: task.contextId,
    agent: 'clerk',
    state: 'input-required',
    generation: task.generation,
    steps: 1,
    messageIds: ['m1'],
    inbox: [],
    calls: [{ id: 'c1', name: 'sign', status: 'planned', attempt: 0 }],
    cancelRequested: false,
    isParked: false,
  });
  const { events } = await handle.fetchHistory();
  const policies = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: begins }) =>
    begins?.activityType?.name === 'callModel' ? [begins.retryPolicy] : [],
  );
  expect(policies).toMatchObject([
    {
      initialInterval: { seconds: { low: 1 } },
      backoffCoefficient: 2,
      maximumInterval: { seconds: { low: 10 } },
      maximumAttempts: 3,
    },
  ]);
  await approved(task, 'm2');
  // It can still be asked after its end, which the store has a little earlier.
  await expect
    .poll(() => handle.query('getState'), PATIENCE)
    .toMatchObject({ state: 'completed', steps: 2 });
});

/** Names a workflow as releases did that gave it the id of its task alone. */
const withoutPrefix: WorkflowClientInterceptor = {
  signalWithStart(input, next) {
    const workflowId = input.options.workflowId.replace(/^task-/, '');
    return next({ ...input, options: { ...input.options, workflowId } });
  },
};

it('goes on with a workflow that an earlier release has named', async () => {
  const interceptors = { workflow: [withoutPrefix] };
  const client = new Client({ connection, interceptors });
  const earlier = createTemporalRunner({ client, store, agents: [agentOf('')], taskQueue });
  await startWorker('1', false);
  const ids: string[] = [];
  for (const messageId of ['m1', 'm2']) {
    const message = { role: 'user', content: 'please' } as const;
    const { id } = await earlier.submit({ principal: '', agent: 'clerk', messageId, message });
    await earlier.waitUntilSettled(id, never);
    ids.push(id);
  }
  await earlier.close(0);
  const [first = '', second = ''] = ids;
  const before = await runner.get(first);
  expect(before?.state).toBe('input-required');
  expect(
    await new Client({ connection }).workflow.getHandle(first).query('getState'),
  ).toMatchObject({ taskId: first });
  expect(before && (await approved(before, 'm3'))).toBe('build 1');
  expect((await runner.cancel(second)).state).toBe('canceled');
});

it('says which build a worker is and what to do, and sees tasks whose build has no worker', async () => {
  const database = join(folder, `own-${count}.db`);
  const { address } = server;
  const needs = { database, address, taskQueue, agents: [agentOf('1')] };
  const deployment = { name: taskQueue, buildId: '1' };
  const first = await openTemporal({ ...needs, deployment });
  expect(first.remarks).toEqual([
    `this worker is build 1 of ${taskQueue}; workers without a build receive new tasks until you run temporal worker deployment set-current-version --deployment-name ${taskQueue} --build-id 1`,
  ]);
  await makeCurrent('1');
  const message = { role: 'user', content: 'please' } as const;
  const asked = { principal: '', agent: 'clerk', messageId: 'm1', message };
  const { id } = await first.runner.submit(asked);
  await first.runner.waitUntilSettled(id, never);
  await first.close(0);

  const second = await openTemporal({ ...needs, deployment: { ...deployment, buildId: '2' } });
  expect(second.remarks?.join()).toMatch(
    /is build 2 of .*; build 1 of .* receives new tasks until/,
  );
  await makeCurrent('2');
  const approvals = [{ callId: 'c1', approved: true }];
  const answer = { principal: '', agent: 'clerk', taskId: id, messageId: 'm2', approvals };
  await second.runner.submit(answer);
  const options = { 'temporal-address': address, 'task-queue': taskQueue };
  const examined = await backend.examine({ database, options, env: {} }, Date.now());
  expect(examined.facts).toMatchObject({
    unread: [id],
    temporal: {
      current_build: `${taskQueue}.2`,
      builds_of_tasks: [{ build: `${taskQueue}.1`, tasks: [id] }],
    },
  });
  await second.close(0);
  const third = await openTemporal({ ...needs, deployment });
  expect((await third.runner.waitUntilSettled(id, never)).state).toBe('completed');
  await third.close(0);
});
