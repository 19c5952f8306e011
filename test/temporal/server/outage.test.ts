import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import {
  createTemporalStoredTasks,
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
  type TemporalWorker,
} from '@timestep-ai/temporal';
import { Agent, serve, type Serving } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { createTaskChangesNotifier, RunnerError } from '@timestep-ai/timestep/port';
import { systemClock } from '@timestep-ai/timestep/runner';
import {
  createSqlFileStore,
  createSqlOutbox,
  createSqlResponseStore,
  createSqlSessionStore,
  createSqlTraceStore,
  createSqlVectorStore,
} from '@timestep-ai/timestep/store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startOwnTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let count = 0;
let temporal: TemporalServer;
let serving: Serving;
let worker: TemporalWorker;
let connection: Connection;
let asked: string[];

beforeAll(async () => {
  temporal = await startOwnTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await temporal?.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  count += 1;
  asked = [];
  const agent = new Agent({
    agentId: 'echo',
    name: 'Echo',
    model: async (messages) => {
      const said = messages.slice(-1).map(getText).join('');
      asked.push(said);
      return { role: 'assistant', content: `heard ${said}` };
    },
  });
  const database = openSqliteDatabase({ path: join(folder, `${count}.db`) });
  const store = createTaskStore(database);
  const taskQueue = `outage-${count}`;
  const { address } = temporal;
  const agents = [agent.loop];
  worker = await createTemporalWorker({ agents, store, address, taskQueue });
  connection = await Connection.connect({ address });
  const client = new Client({ connection });
  serving = await serve({
    agents: [agent],
    port: 0,
    backend({ agents: loops }) {
      const runner = createTemporalRunner({ client, store, agents: loops, taskQueue });
      return {
        runner,
        outbox: createSqlOutbox(database),
        responses: createSqlResponseStore(database, { clock: systemClock }),
        sessions: createSqlSessionStore(database),
        files: createSqlFileStore(database, { clock: systemClock }),
        vectors: createSqlVectorStore(database, { clock: systemClock }),
        tasks: createTemporalStoredTasks(database, 'here'),
        traces: createSqlTraceStore(database),
        changes: createTaskChangesNotifier(),
        done: worker.done,
        close: (graceMs) => runner.close(graceMs),
      };
    },
  });
});
afterEach(async () => {
  await serving.close(0);
  await worker.close(0);
  await connection.close();
});

function send(messageId: string, text: string): Promise<Response> {
  const message = { messageId, role: 'ROLE_USER', parts: [{ text }] };
  return fetch(`${serving.url}/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ message }),
  });
}

it('says when to come again while Temporal is away, and answers once who does', async () => {
  expect((await send('m1', 'before')).status).toBe(200);
  await temporal.kill();
  const refused = await send('m2', 'meanwhile');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await refused.text()).toContain('UNAVAILABLE');
  const health = await fetch(`${serving.url}/health`);
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: 'failing', code: 'unreachable' });
  expect((await fetch(`${serving.url}/health/live`)).status).toBe(200);
  await temporal.restart();
  const again = await send('m2', 'meanwhile');
  expect(again.status).toBe(200);
  expect(await again.text()).toContain('heard meanwhile');
  expect(asked).toEqual(['before', 'meanwhile']);
  expect((await fetch(`${serving.url}/health`)).status).toBe(200);
  expect((await serving.runner.list({ principal: '', pageSize: 9 })).total).toBe(2);
});

it('answers what was kept, also when it is not sent again', async () => {
  await temporal.kill();
  expect((await send('m1', 'kept')).status).toBe(503);
  await temporal.restart();
  await expect
    .poll(() => serving.runner.list({ principal: '', state: 'completed', pageSize: 9 }), {
      timeout: 120_000,
    })
    .toMatchObject({ total: 1 });
  expect(asked).toEqual(['kept']);
});

it('closes while it tries to reach a server that is away', async () => {
  await temporal.kill();
  const { runner } = serving;
  const message = { role: 'user', content: 'late' } as const;
  const refused = runner.submit({ principal: '', agent: 'echo', messageId: 'm1', message }).then(
    () => 'accepted',
    (thrown: unknown) => (thrown instanceof RunnerError ? thrown.code : thrown),
  );
  // A call that is tried again on a connection that was closed would end the process.
  await runner.close(0);
  await connection.close();
  expect(await refused).toBe('unavailable');
  await temporal.restart();
});

it('answers from memory what is sent again after the answer', async () => {
  const first = await (await send('m1', 'hello')).json();
  const second = await (await send('m1', 'hello')).json();
  expect(second).toEqual(first);
  expect(asked).toEqual(['hello']);
  expect((await send('m1', 'something else')).status).toBe(400);
});

it('is not healthy while Temporal is away, also if nobody sends a message', async () => {
  const readStatus = async (): Promise<number> => (await fetch(`${serving.url}/health`)).status;
  expect(await readStatus()).toBe(200);
  await temporal.kill();
  await expect.poll(readStatus, { timeout: 60_000, interval: 200 }).toBe(503);
  await temporal.restart();
  await expect.poll(readStatus, { timeout: 60_000, interval: 200 }).toBe(200);
});
