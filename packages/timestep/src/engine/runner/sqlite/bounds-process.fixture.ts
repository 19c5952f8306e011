/**
 * `bounds-process.fixture.ts waiting|suspended|readers <database>`: what tasks that wait for clients or for
 * another task, and readers that do not read, cost in memory. Prints JSON. Needs `--expose-gc`.
 */
import type { AgentFn, Runner, TaskUpdate, ToolEnvironment } from '#engine/port';
import { createSqliteRunner } from '#engine/runner';
import { calling, NEVER, saying, served, stuck } from './store.fixture.ts';

const [, , what, path = ''] = process.argv;

/** Bytes in use once everything that is not held is gone. */
async function heapBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

const TASKS = 10_000;
const AT_ONCE = 250;

async function waiting(): Promise<unknown> {
  const agents = [served(calling('ask'), { toolSite: 'client' })];
  const runner = createSqliteRunner({ path, agents, synchronous: 'NORMAL' });
  const begin = async (from: number, count: number): Promise<void> => {
    const tasks = Array.from({ length: count }, async (_, index) => {
      const { id } = await runner.submit(saying(`task ${from + index} ${'word '.repeat(100)}`));
      return runner.waitUntilSettled(id, NEVER);
    });
    await Promise.all(tasks);
  };
  await begin(0, AT_ONCE);
  const before = await heapBytes();
  for (let from = AT_ONCE; from < TASKS + AT_ONCE; from += AT_ONCE) await begin(from, AT_ONCE);
  const perTask = ((await heapBytes()) - before) / TASKS;
  const { total } = await runner.list({ principal: 'p', state: 'input-required', pageSize: 1 });
  await runner.close(0);
  return { perTask, total };
}

/** Tasks whose tool waits for the one task that goes on for ever. */
async function suspended(): Promise<unknown> {
  let awaitedId = '';
  const environment: ToolEnvironment = {
    listTools: () => [{ type: 'function', function: { name: 'ask', parameters: {} } }],
    callTool: () => ({ content: '', awaits: { task_id: awaitedId } }),
  };
  const agents = [
    served(calling('ask'), { environment: () => environment }),
    served(stuck, { name: 'b' }),
  ];
  const runner = createSqliteRunner({ path, agents, synchronous: 'NORMAL' });
  ({ id: awaitedId } = await runner.submit({ ...saying('work'), agent: 'b' }));
  const begin = async (from: number, count: number): Promise<void> => {
    const tasks = Array.from({ length: count }, async (_, index) => {
      const { id } = await runner.submit(saying(`task ${from + index}`));
      for await (const update of runner.subscribe(id, 0, NEVER)) {
        if (update.kind === 'event' && update.event.type === 'call.suspended') return;
      }
    });
    await Promise.all(tasks);
  };
  await begin(0, AT_ONCE);
  const before = await heapBytes();
  for (let from = AT_ONCE; from < TASKS + AT_ONCE; from += AT_ONCE) await begin(from, AT_ONCE);
  const perTask = ((await heapBytes()) - before) / TASKS;
  const { total } = await runner.list({
    principal: 'p',
    agent: 'a',
    state: 'working',
    pageSize: 1,
  });
  await runner.close(0);
  return { perTask, total };
}

const STEPS = 40;
const CALLS = 50;
const DELTAS = 100;
const DELTA = 'x'.repeat(10_000);
const READERS = 100;

const busy: AgentFn = async (messages, { emit }) => {
  const step = messages.filter(({ role }) => role === 'assistant').length + 1;
  for (let delta = 0; delta < DELTAS; delta += 1) emit({ type: 'text', text: DELTA });
  await new Promise(setImmediate);
  if (step > STEPS) return { role: 'assistant', content: 'done' };
  const tool_calls = Array.from({ length: CALLS }, (_, index) => ({
    id: `${step}-${index}`,
    type: 'function' as const,
    function: { name: 'ask', arguments: '{}' },
  }));
  return { role: 'assistant', content: null, tool_calls };
};

async function readers(): Promise<unknown> {
  const limits = { max_steps: 2 * STEPS, time_limit_s: 60 };
  const agents = [served(busy, { limits })];
  const runner = createSqliteRunner({ path, agents, synchronous: 'NORMAL' });
  const { id } = await runner.submit(saying('go'));
  const sleepers: AsyncIterator<TaskUpdate>[] = [];
  let seen = 0;
  for await (const update of runner.subscribe(id, 0, NEVER)) {
    if (update.kind !== 'event') continue;
    seen = update.event.generation;
    // Half way, when there is much to be shown: some look once and sleep, others leave.
    if (seen !== 1500) continue;
    for (let reader = 0; reader < READERS; reader += 1) {
      const sleeper = runner.subscribe(id, 0, NEVER)[Symbol.asyncIterator]();
      await sleeper.next();
      sleepers.push(sleeper);
      await vanish(runner, id);
    }
  }
  const task = await runner.waitUntilSettled(id, NEVER);
  const withReaders = await heapBytes();
  const [slow, ...others] = sleepers;
  for (const other of others) await other.return?.();
  others.length = 0;
  sleepers.length = 1;
  const perReader = (withReaders - (await heapBytes())) / (READERS - 1);
  // It has been shown the first already.
  let next = 2;
  for (let read = await slow?.next(); read && !read.done; read = await slow?.next()) {
    if (read.value.kind === 'event' && read.value.event.generation === next) next += 1;
  }
  await runner.close(0);
  return { perReader, state: task.state, events: task.generation, seen, slowlyRead: next - 1 };
}

async function vanish(runner: Runner, id: string): Promise<void> {
  const leaving = new AbortController();
  for await (const update of runner.subscribe(id, 1, leaving.signal)) {
    if (update.kind === 'event') leaving.abort();
  }
}

const MEASURES = { waiting, suspended, readers };
const measure = MEASURES[what as keyof typeof MEASURES];
process.stdout.write(JSON.stringify(await measure()));
