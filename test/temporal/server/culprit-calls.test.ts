import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { createTaskStore, createTemporalRunner, openSqliteDatabase } from '@timestep-ai/temporal';
import type { NumberedEvent, Task } from '@timestep-ai/timestep/core';
import type { Runner } from '@timestep-ai/timestep/port';
import { expect, it, onTestFinished } from 'vitest';
import { serveCallsAtOnce } from '../calls-at-once.ts';
import { startTemporal } from '../temporal-server.ts';

const WORKER = fileURLToPath(new URL('../poisonous-worker.ts', import.meta.url));
const NEVER = new AbortController().signal;
const SENDER = { agent: 'a', principal: '' } as const;

async function readLog(runner: Runner, { id, generation }: Task): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  for await (const update of runner.subscribe(id, 0, NEVER)) {
    if (update.kind === 'event') events.push(update.event);
    if (events.length >= generation) break;
  }
  return events;
}

/** Starts a worker again and again. Returns how many have ended, and the process ids of all. */
function supervised(args: readonly string[]) {
  const flags = ['--conditions=@timestep/source', WORKER, ...args];
  const pids: (number | undefined)[] = [];
  const start = () => {
    const started = spawn(process.execPath, flags, { stdio: 'ignore' });
    pids.push(started.pid);
    return started;
  };
  const over = new AbortController();
  let child = start();
  let deaths = 0;
  async function watch(): Promise<void> {
    for (;;) {
      await once(child, 'exit');
      if (over.signal.aborted) return;
      deaths += 1;
      child = start();
    }
  }
  const watching = watch();
  return {
    countDeaths: () => deaths,
    pids,
    async stop() {
      over.abort();
      child.kill('SIGKILL');
      await watching;
    },
  };
}

it('blames one of two calls of a task that run at once, and goes on with both', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const server = await startTemporal(join(folder, 'temporal.db'));
  const connection = await Connection.connect({ address: server.address });
  const store = createTaskStore(openSqliteDatabase({ path: join(folder, 'tasks.db') }));
  const taskQueue = `calls-${process.pid}`;
  const client = new Client({ connection });
  const agents = [serveCallsAtOnce(folder)];
  const runner = createTemporalRunner({ client, store, agents, taskQueue, heartbeatMs: 2000 });
  const worker = supervised([server.address, taskQueue, folder]);
  onTestFinished(async () => {
    await worker.stop();
    await runner.close(0);
    await store.closeDatabase();
    await connection.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const say = (messageId: string, taskId?: string) => {
    const message = { role: 'user', content: messageId } as const;
    return runner.submit({ ...SENDER, messageId, message, ...(taskId && { taskId }) });
  };
  const { id } = await say('hi');
  const parked = await runner.waitUntilSettled(id, NEVER);
  expect(parked).toMatchObject({ state: 'input-required' });
  expect(parked.parked?.question.text).toContain('call of tool poison');
  expect(worker.countDeaths()).toBe(4);
  const crashes = (await readLog(runner, parked)).filter(
    (event) => event.type === 'task.resumed' && event.afterCrash,
  );
  const readPid = (name: unknown): number => Number(/^(\d+)-[0-9a-f]{4}$/.exec(String(name))?.[1]);
  const lost = crashes.map((event) => 'lostProcess' in event && readPid(event.lostProcess));
  const heirs = crashes.map((event) => 'newProcess' in event && readPid(event.newProcess));
  // Both calls of a lost worker record the loss, if the task does not pause after it.
  expect([...new Set(lost)]).toEqual(worker.pids.slice(0, 4));
  expect([...new Set(heirs)]).toEqual(worker.pids.slice(1, 5));
  writeFileSync(join(folder, 'harmless'), '');
  await say('go on', id);
  const ended = await runner.waitUntilSettled(id, NEVER);
  expect(ended).toMatchObject({ state: 'completed', steps: 2, toolCalls: 2 });
});
