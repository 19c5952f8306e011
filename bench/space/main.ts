/**
 * `npm run measure:space -- [--tasks N]`: measures how much a task writes to disk, and how much the
 * deletion of many tasks by retention slows down requests. With `--tasks 0`, no tasks are deleted.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import type { ServedAgent } from '@timestep-ai/timestep/port';
import { createSqliteRunner } from '@timestep-ai/timestep/runner';
import { measureTaskWrites } from './task-writes.ts';

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '100000' } } });
const TASKS = Number(values.tasks);
const NEVER = new AbortController().signal;
const MEGABYTE = 1024 * 1024;
/** Time limit of the measurement. */
const MOST_SECONDS = 600;

const agent: ServedAgent = {
  name: 'echo',
  agent: (messages) => ({ role: 'assistant', content: `heard ${messages.length} messages` }),
  toolSite: 'server',
  limits: { max_steps: 5, time_limit_s: 60 },
  environment: () => functionEnvironment({}),
};

const folder = mkdtempSync(join(tmpdir(), 'timestep-space-'));
const path = join(folder, 'tasks.db');
try {
  process.stdout.write(`${(await measureTaskWrites(folder)).join('\n')}\n`);
  if (TASKS > 0) {
    await fillDatabase();
    await measureErasing();
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function sendMessage(runner: ReturnType<typeof createSqliteRunner>, messageId: string) {
  const message = { role: 'user', content: 'hello '.repeat(50) } as const;
  return runner.submit({ agent: 'echo', principal: 'p', messageId, message });
}

/** Writes one task normally, and then copies of its rows. */
async function fillDatabase(): Promise<void> {
  const runner = createSqliteRunner({ path, agents: [agent] });
  const { id } = await sendMessage(runner, 'first');
  await runner.waitUntilSettled(id, NEVER);
  await runner.close(0);
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA synchronous = OFF;
    UPDATE task SET updated_at = 1;
    CREATE TEMP TABLE copy AS
      WITH RECURSIVE numbered (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < ${TASKS - 1})
      SELECT n, lower(hex(randomblob(16))) AS id FROM numbered;
    BEGIN;
    INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at, generation, owner, epoch)
      SELECT copy.id, principal, agent, copy.id, state, ended, created_at, updated_at, generation, owner, epoch
      FROM copy, task;
    INSERT INTO event (task_id, generation, body) SELECT copy.id, generation, body FROM copy, event;
    INSERT INTO inbound (principal, agent, message_id, body_hash, task_id)
      SELECT principal, agent, copy.id, body_hash, copy.id FROM copy, inbound;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);
  `);
  database.close();
}

async function measureErasing(): Promise<void> {
  const before = statSync(path).size;
  const retention = { endedForMs: 3600_000 };
  const holds = monitorEventLoopDelay({ resolution: 1 });
  const runner = createSqliteRunner({ path, agents: [agent], retention });
  const began = performance.now();
  holds.enable();
  const counter = new DatabaseSync(path, { readOnly: true });
  const count = counter.prepare('SELECT count(*) AS n FROM task WHERE updated_at = 1');
  const accepting: number[] = [];
  for (let sent = 0; ; sent += 1) {
    const asked = performance.now();
    await sendMessage(runner, `m${sent}`);
    accepting.push(performance.now() - asked);
    await wait(100);
    if (sent % 10 > 0) continue;
    const seconds = (performance.now() - began) / 1000;
    const isDone = count.get()?.['n'] === 0 && statSync(path).size < before / 5;
    if (isDone || seconds > MOST_SECONDS) break;
  }
  holds.disable();
  const seconds = (performance.now() - began) / 1000;
  counter.close();
  await runner.close(1000);
  const lines = [
    `${TASKS} ended tasks, erased by retention while a message a tenth of a second is taken`,
    `all erased and room given back after  ${seconds.toFixed(1)} s`,
    `the event loop was held at most       ${(holds.max / 1e6).toFixed(0)} ms (p99 ${(holds.percentile(99) / 1e6).toFixed(0)} ms)`,
    `taking a message took at most         ${Math.max(...accepting).toFixed(0)} ms`,
    `the file went from ${(before / MEGABYTE).toFixed(0)} MB to ${(statSync(path).size / MEGABYTE).toFixed(1)} MB`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
