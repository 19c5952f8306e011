import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import { TimestepError, type Task } from '@timestep-ai/timestep/core';
import type { AgentFn, Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const NEVER = new AbortController().signal;
const HOURS_S = 2 * 3600;
const TASKS = 10;
let server: TemporalServer;
let connection: Connection;
let stages = 0;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
  connection = await Connection.connect({ address: server.address });
});
afterAll(async () => {
  await connection?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

class OverloadError extends TimestepError {
  readonly retryable = true;
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs?: number) {
    super('overloaded', 'the model is overloaded');
    this.retryAfterMs = retryAfterMs;
  }
}

/** A runner and a worker on one store. The worker can be replaced. */
async function stage(agent: AgentFn) {
  stages += 1;
  const limits = { max_steps: 5, time_limit_s: 60, model_patience_s: 24 * 3600 };
  const environment = () => functionEnvironment({});
  const served = { name: 'a', agent, toolSite: 'server', limits, environment } as const;
  const agents: readonly ServedAgent[] = [served];
  const store = createTaskStore(openSqliteDatabase({ path: join(folder, `${stages}.db`) }));
  const taskQueue = `wait-${process.pid}-${stages}`;
  const { address } = server;
  const client = new Client({ connection });
  const startWorker = () => createTemporalWorker({ agents, store, address, taskQueue });
  let worker = await startWorker();
  const runner = createTemporalRunner({ client, store, agents, taskQueue });
  onTestFinished(async () => {
    await runner.close(0);
    await worker.close(0);
    await store.closeDatabase();
  });
  return {
    client,
    runner,
    replaceWorker: async () => {
      await worker.close(0);
      worker = await startWorker();
    },
  };
}

async function submit(runner: Runner, messageId: string): Promise<Task> {
  const message = { role: 'user', content: 'hi' } as const;
  return runner.submit({ agent: 'a', principal: '', messageId, message });
}

it('ends all tasks of a model that is away, through three changes of the worker', async () => {
  let isAway = true;
  const { runner, replaceWorker } = await stage(() => {
    if (isAway) throw new OverloadError();
    return { role: 'assistant', content: 'done' };
  });
  const ids = Array.from({ length: TASKS }, (_, index) => `m${index}`);
  const tasks = await Promise.all(ids.map((id) => submit(runner, id)));
  for (let change = 0; change < 3; change += 1) {
    for (const { id } of tasks) {
      await expect.poll(async () => (await runner.get(id))?.modelWait).toBeDefined();
    }
    await replaceWorker();
  }
  isAway = false;
  const ended = await Promise.all(tasks.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
  expect(ended.map(({ state }) => state)).toEqual(ids.map(() => 'completed'));
});

it('waits two hours by one timer, which needs no worker, and can be canceled', async () => {
  let calls = 0;
  const { client, runner, replaceWorker } = await stage(() => {
    calls += 1;
    throw new OverloadError(HOURS_S * 1000);
  });
  const { id } = await submit(runner, 'm');
  const readWait = async () => (await runner.get(id))?.modelWait?.until;
  await expect.poll(readWait).toBeGreaterThan(Date.now() + (HOURS_S - 60) * 1000);
  for (let change = 0; change < 3; change += 1) await replaceWorker();
  expect(calls).toBe(1);
  await expect.poll(() => listTimers(client, id)).toEqual([expect.closeTo(HOURS_S * 1.05, -3)]);
  await runner.cancel(id);
  expect(await runner.waitUntilSettled(id, NEVER)).toMatchObject({ state: 'canceled' });
});

/** Lists the durations of the timers of a task, in seconds. */
async function listTimers(client: Client, id: string): Promise<number[]> {
  const { events } = await client.workflow.getHandle(`task-${id}`).fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [Number(String(timer.startToFireTimeout?.seconds))] : [],
  );
}
