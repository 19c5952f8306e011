import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openPostgresDatabase,
  type TemporalWorker,
} from '@timestep-ai/temporal';
import type { Runner, ServedAgent, TaskUpdate } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
const never = new AbortController().signal;
const taskQueue = `replicas-${process.pid}`;

const WORDS = ['one ', 'two ', 'three ', 'four '];
const CALLS = { count: 0 };

const agent: ServedAgent = {
  name: 'speaker',
  async agent(_messages, { emit }) {
    CALLS.count += 1;
    for (const text of WORDS) {
      emit({ type: 'text', text });
      await after(80);
    }
    return { role: 'assistant', content: WORDS.join('') };
  },
  toolSite: 'server',
  limits: { max_steps: 4, time_limit_s: 60 },
  environment: () => ({ listTools: () => [], callTool: async () => ({ content: '' }) }),
};

let temporal: TemporalServer;
let postgres: PostgresServer;
let connection: Connection;
const runners: Runner[] = [];
const workers: TemporalWorker[] = [];
const closing: (() => Promise<void>)[] = [];

/** A store as each process of a deployment opens it. */
async function openStore() {
  const store = createTaskStore(await openPostgresDatabase({ url: postgres.url }));
  closing.push(() => store.closeDatabase());
  return store;
}

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
  const { address } = temporal;
  connection = await Connection.connect({ address });
  for (let replica = 0; replica < 2; replica += 1) {
    const client = new Client({ connection });
    runners.push(
      createTemporalRunner({ client, store: await openStore(), agents: [agent], taskQueue }),
    );
    const store = await openStore();
    workers.push(await createTemporalWorker({ agents: [agent], store, address, taskQueue }));
  }
});
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.close(0)));
  await Promise.all(workers.map((worker) => worker.close(0)));
  for (const close of closing) await close();
  await connection?.close();
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

function said(messageId: string, taskId?: string) {
  const message = { role: 'user', content: 'speak' } as const;
  return { principal: '', agent: 'speaker', messageId, message, ...(taskId && { taskId }) };
}

async function followed(runner: Runner | undefined, taskId: string): Promise<TaskUpdate[]> {
  const updates: TaskUpdate[] = [];
  if (!runner) return updates;
  for await (const update of runner.subscribe(taskId, 0, never)) updates.push(update);
  return updates;
}

it('streams a task by whichever replica is asked, while it runs and after', async () => {
  const [first, second] = runners;
  const task = await first?.submit(said('m1'));
  const id = task?.id ?? '';
  const both = await Promise.all([followed(first, id), followed(second, id)]);
  for (const updates of both) {
    const generations = updates.flatMap((update) =>
      update.kind === 'event' ? [update.event.generation] : [],
    );
    expect(generations).toEqual(generations.map((_, index) => index + 1));
    const text = updates.flatMap((update) =>
      update.kind === 'delta' && update.delta.type === 'text' ? [update.delta.text] : [],
    );
    expect(text.length).toBeGreaterThan(0);
    expect(WORDS.join('')).toMatch(new RegExp(`^${text.join('')}`));
  }
  const eventsOf = (updates: TaskUpdate[] | undefined) =>
    updates?.filter(({ kind }) => kind === 'event');
  expect(eventsOf(both[1])).toEqual(eventsOf(both[0]));
  expect(eventsOf(await followed(second, id))).toEqual(eventsOf(both[0]));
});

it('begins one task when the same first message comes to two replicas at once', async () => {
  const before = CALLS.count;
  const tasks = await Promise.all(
    [...runners, ...runners].map((runner) => runner.submit(said('m2'))),
  );
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(1);
  await runners[1]?.waitUntilSettled(tasks[0]?.id ?? '', never);
  const handles = new Client({ connection }).workflow.list({
    query: `WorkflowType = 'timestepTask' AND WorkflowId = '${tasks[0]?.id}'`,
  });
  const runs = [];
  for await (const run of handles) runs.push(run);
  expect(runs.length).toBeLessThan(2);
  expect(CALLS.count - before).toBe(1);
});

it('cancels by one replica what another has begun', async () => {
  const task = await runners[0]?.submit(said('m3'));
  const canceled = await runners[1]?.cancel(task?.id ?? '');
  expect(canceled?.state).toBe('canceled');
});
