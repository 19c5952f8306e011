/**
 * `npm run measure:waiting -- [--tasks N]`: measures the cost of a task whose tool waits for
 * another task, compared with a task that waits for its client: bytes of memory and in the file,
 * and the times of a restart and of continuing all tasks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Runner, ServedAgent, ToolEnvironment } from '@timestep-ai/timestep/port';
import { createMemoryRunner, createSqliteRunner } from '@timestep-ai/timestep/runner';

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '10000' } } });
const TASKS = Number(values.tasks);
const AT_ONCE = 250;
const NEVER = new AbortController().signal;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Opens the gate that the awaited task waits for. */
const gate = Promise.withResolvers<void>();

/** The only task that all others wait for, so that it does not add to their cost. */
let awaitedId = '';

const environment: ToolEnvironment = {
  listTools: () => [{ type: 'function', function: { name: 'ask', parameters: {} } }],
  callTool: (_call, { awaited: [first] = [] }) =>
    first ? { content: first.state } : { content: '', awaits: { task_id: awaitedId } },
};

function createAgent(name: string, toolSite: ServedAgent['toolSite']): ServedAgent {
  return {
    name,
    agent: async (messages) => {
      if (name === 'awaited') await gate.promise;
      const isDone = name === 'awaited' || messages.some(({ role }) => role === 'tool');
      if (isDone) return { role: 'assistant', content: 'done' };
      const called = { name: 'ask', arguments: '{}' };
      const tool_calls = [{ id: 'call', type: 'function' as const, function: called }];
      return { role: 'assistant', content: null, tool_calls };
    },
    toolSite,
    limits: { max_steps: 5, time_limit_s: 600 },
    environment: () => environment,
  };
}

const agents = [
  createAgent('waiting', 'server'),
  createAgent('client', 'client'),
  createAgent('awaited', 'server'),
];

const folder = mkdtempSync(join(tmpdir(), 'timestep-waiting-'));
const path = join(folder, 'tasks.db');
try {
  await measureRunner('in memory', () => createMemoryRunner({ agents }));
  await measureRunner('SQLite', () => createSqliteRunner({ path, agents, synchronous: 'NORMAL' }));
  await measureRestart();
} finally {
  rmSync(folder, { recursive: true });
}

async function measureRunner(name: string, open: () => Runner): Promise<void> {
  const runner = open();
  ({ id: awaitedId } = await runner.submit(createMessage('awaited', 'first')));
  for (const kind of ['client', 'waiting']) {
    await startTasks(runner, kind, 'warm', AT_ONCE);
    const [heap, file] = [await heapBytes(), readFileBytes()];
    for (let from = 0; from < TASKS; from += AT_ONCE) {
      await startTasks(runner, kind, String(from), AT_ONCE);
    }
    const perTask = (after: number, before: number) => Math.round((after - before) / TASKS);
    const onDisk = name === 'SQLite' ? `, ${perTask(readFileBytes(), file)} bytes in the file` : '';
    const what = kind === 'waiting' ? 'another task' : 'its client';
    printLine(
      `${name}: a task that waits for ${what} takes ${perTask(await heapBytes(), heap)} bytes of memory${onDisk}`,
    );
  }
  await runner.close(0);
}

/** Starts tasks and waits until each of them waits. */
async function startTasks(
  runner: Runner,
  kind: string,
  from: string,
  count: number,
): Promise<void> {
  const tasks = Array.from({ length: count }, async (_, index) => {
    const { id } = await runner.submit(createMessage(kind, `${from}-${index}`));
    for await (const update of runner.subscribe(id, 0, NEVER)) {
      if (update.kind !== 'event') continue;
      const { type } = update.event;
      if (type === 'call.suspended' || (kind === 'client' && type === 'model.replied')) return;
    }
  });
  await Promise.all(tasks);
}

/** Opens the file again, lets the awaited task end, and waits until all others have continued. */
async function measureRestart(): Promise<void> {
  const openedAt = performance.now();
  const heap = await heapBytes();
  const runner = createSqliteRunner({ path, agents, synchronous: 'NORMAL' });
  printLine(`SQLite: the file is open again after ${Math.round(performance.now() - openedAt)} ms`);
  await runner.get(awaitedId);
  printLine(`SQLite: all that wait take ${(await heapBytes()) - heap} bytes of memory then`);
  const beganAt = performance.now();
  gate.resolve();
  const query = { principal: 'p', agent: 'waiting', state: 'working', pageSize: 1 } as const;
  while ((await runner.list(query)).total > 0) await new Promise(setImmediate);
  const seconds = (performance.now() - beganAt) / 1000;
  printLine(
    `SQLite: ${TASKS + AT_ONCE} tasks have gone on and ended after ${seconds.toFixed(1)} s`,
  );
  await runner.close(0);
}

function createMessage(name: string, messageId: string) {
  return {
    agent: name,
    principal: 'p',
    messageId,
    message: { role: 'user', content: 'hello' },
  } as const;
}

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate);
    collect();
  }
  return process.memoryUsage().heapUsed;
}

/** Returns the bytes of all used pages of the file. */
function readFileBytes(): number {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database
      .prepare(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
      )
      .get();
    database.close();
    return Number(row?.['bytes'] ?? 0);
  } catch {
    return 0;
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
