import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import {
  createTaskStore,
  createTemporalRunner,
  createTemporalWorker,
  openSqliteDatabase,
} from '@timestep-ai/temporal';
import { buildTranscript } from '@timestep-ai/timestep/core';
import type { ServedAgent } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSample } from '../../sample-size.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const { HistoryEvent } = proto.temporal.api.history.v1;
const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
const TURNS = chooseSample({ small: 200, usual: 300, whole: 1000 });
/** What a turn says and reads; were it in the history, the history would hold a megabyte more. */
const WORDS = 'all that was said '.repeat(60);
let server: TemporalServer;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** Calls a tool in every turn but the last. */
const worker: ServedAgent = {
  name: 'worker',
  async agent(messages) {
    const turn = messages.filter(({ role }) => role === 'assistant').length + 1;
    if (turn === TURNS) return { role: 'assistant', content: 'done' };
    const called = { name: 'read', arguments: JSON.stringify({ turn, WORDS }) };
    const tool_calls = [{ id: `c${turn}`, type: 'function' as const, function: called }];
    return { role: 'assistant', content: WORDS, tool_calls };
  },
  toolSite: 'server',
  limits: { max_steps: TURNS + 1, time_limit_s: 3600 },
  environment: () => ({
    listTools: () => [
      {
        type: 'function',
        replay: 'safe',
        function: { name: 'read', parameters: { type: 'object' } },
      },
    ],
    callTool: async () => ({ content: WORDS }),
  }),
};

it(
  `a task of ${TURNS} turns costs as much history in its last turns as in its first`,
  { timeout: 400_000 },
  async () => {
    const connection = await Connection.connect({ address: server.address });
    const client = new Client({ connection });
    const store = createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') }));
    const taskQueue = `long-${process.pid}`;
    const agents = [worker];
    const { address } = server;
    const running = await createTemporalWorker({ agents, store, address, taskQueue });
    const runner = createTemporalRunner({ client, store, agents, taskQueue });
    const message = { role: 'user', content: 'begin' } as const;
    const begun = await runner.submit({ principal: '', agent: 'worker', messageId: 'm', message });
    const ended = await runner.waitUntilSettled(begun.id, new AbortController().signal);
    expect(ended.state).toBe('completed');
    expect(buildTranscript(ended)).toHaveLength(2 * TURNS);

    const bytesOfTurn = new Map<number, number>();
    const runs: { events: number; bytes: number }[] = [];
    let turn = 0;
    for await (const { runId } of client.workflow.list({
      query: `WorkflowId = 'task-${begun.id}'`,
    })) {
      const { events = [] } = await client.workflow
        .getHandle(`task-${begun.id}`, runId)
        .fetchHistory();
      const sizes = (events ?? []).map((event) => HistoryEvent.encode(event).finish().length);
      runs.push({ events: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
      for (const [index, event] of (events ?? []).entries()) {
        if (event.activityTaskScheduledEventAttributes?.activityType?.name === 'callModel')
          turn += 1;
        bytesOfTurn.set(turn, (bytesOfTurn.get(turn) ?? 0) + (sizes[index] ?? 0));
      }
    }
    const turns = [...bytesOfTurn.values()].toSorted((one, other) => one - other);
    const middle = (from: number, to: number): number => {
      const some = [...bytesOfTurn.entries()].filter(([at]) => at >= from && at < to);
      return (
        some.map(([, bytes]) => bytes).toSorted((one, other) => one - other)[some.length >> 1] ?? 0
      );
    };
    const figures = {
      runs,
      first: middle(1, 100),
      last: middle(TURNS - 100, TURNS - 1),
      most: turns.at(-1),
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    // Temporal ends workflows at 51,200 events or 50 MiB, and refuses payloads of more than 2 MiB.
    for (const { events, bytes } of runs) {
      expect(events).toBeLessThan(20_000);
      expect(bytes).toBeLessThan(10 * 1024 * 1024);
    }
    expect(Math.abs(figures.last / figures.first - 1)).toBeLessThan(0.1);
    expect(figures.first).toBeLessThan(8 * 1024);
    await runner.close(0);
    await running.close(0);
    await store.closeDatabase();
    await connection.close();
  },
);
