import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import type { AgentFn, ServedAgent } from '@timestep-ai/timestep/port';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const NEVER = new AbortController().signal;
const LIMIT_S = 4;
const MODEL_MS = 500;
const AWAY_MS = 2 * LIMIT_S * 1000;
let server: TemporalServer;
let connection: Connection;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
  connection = await Connection.connect({ address: server.address });
});
afterAll(async () => {
  await connection?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('does not count the time in which an outcome waits for a worker of its workflow', async () => {
  const asked = Promise.withResolvers<void>();
  const leaving = Promise.withResolvers<void>();
  const agent: AgentFn = async (messages) => {
    asked.resolve();
    await leaving.promise;
    await pause(MODEL_MS);
    if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: 'done' };
    const call = { type: 'function', function: { name: 'look', arguments: '{}' } } as const;
    return { role: 'assistant', content: null, tool_calls: [{ id: 'x', ...call }] };
  };
  const environment = functionEnvironment({ look: () => 'seen' });
  const limits = { max_steps: 5, time_limit_s: LIMIT_S, model_patience_s: 60 };
  const served = { name: 'a', agent, toolSite: 'server', limits } as const;
  const agents: readonly ServedAgent[] = [{ ...served, environment: () => environment }];
  const store = createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') }));
  const taskQueue = `time-${process.pid}`;
  const { address } = server;
  const startWorker = () => createTemporalWorker({ agents, store, address, taskQueue });
  const first = await startWorker();
  const client = new Client({ connection });
  const runner = createTemporalRunner({ client, store, agents, taskQueue });
  const message = { role: 'user', content: 'hi' } as const;
  const { id } = await runner.submit({ agent: 'a', principal: '', messageId: 'm', message });
  await asked.promise;
  // A worker that closes takes no more decisions, and ends the effects that it has begun.
  const closing = first.close(60_000);
  leaving.resolve();
  await closing;
  expect(await runner.get(id)).toMatchObject({ model: 'running' });
  await pause(AWAY_MS);
  const second = await startWorker();
  onTestFinished(async () => {
    await runner.close(0);
    await second.close(0);
    await store.closeDatabase();
  });
  const task = await runner.waitUntilSettled(id, NEVER);
  expect(task).toMatchObject({ state: 'completed', steps: 2 });
  expect(task.workingMs).toBeGreaterThanOrEqual(2 * MODEL_MS - 50);
  expect(task.workingMs).toBeLessThan(LIMIT_S * 1000);
});
