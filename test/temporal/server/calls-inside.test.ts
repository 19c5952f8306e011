import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import {
  getFinalAnswer,
  listCallsAwaitingAnswer,
  hasTaskEnded,
  isWaitingOnlyForTasks,
  getText,
  toArray,
  type AssistantMessage,
  type Task,
} from '@timestep-ai/timestep/core';
import {
  openBackendWithStores,
  toServedAgents,
  type AgentFn,
  type Runner,
} from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'timestep-calls-'));
let server: TemporalServer;
let count = 0;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Role = (said: string, isResult: boolean) => Reply | Promise<Reply>;
type Reply = Pick<AssistantMessage, 'content' | 'tool_calls' | 'expects_reply'>;
type Roles = Readonly<Record<'desk' | 'sky', Role>>;

/** Writes desk, which may call sky; returns the folder of desk. */
function writeAgents(place: string): string {
  for (const name of ['desk', 'sky']) {
    mkdirSync(join(place, name), { recursive: true });
    const manifest = { metadata: { name }, ...(name === 'desk' && { agents: ['../sky'] }) };
    writeFileSync(join(place, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  return join(place, 'desk');
}

function modelOf(roles: Roles): AgentFn {
  return async (messages, { task }) => {
    const last = messages.at(-1);
    const role = roles[task.agent === 'sky' ? 'sky' : 'desk'];
    return {
      role: 'assistant',
      ...(await role(last ? getText(last) : '', last?.role === 'tool')),
    };
  };
}

function call(name: string, args: object): Reply {
  const called = { name: `agents_${name}`, arguments: JSON.stringify(args) };
  return { content: null, tool_calls: [{ id: 'c1', type: 'function', function: called }] };
}

/** A process of desk and sky, with a store and a queue of that name. */
async function opened(
  name: string,
  roles: Roles,
): Promise<{ readonly runner: Runner; readonly close: () => Promise<void> }> {
  const place = join(folder, name);
  const catalog = await openCatalog([writeAgents(place)], { load: { model: modelOf(roles) } });
  const agents = catalog.servables.list();
  const backend = await openBackendWithStores(agents, () =>
    openTemporal({
      agents: toServedAgents(agents.map(({ loop }) => loop)),
      database: join(place, 'tasks.db'),
      address: server.address,
      taskQueue: name,
    }),
  );
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await backend.close(0);
    await catalog.close();
  };
  onTestFinished(close);
  return { runner: backend.runner, close };
}

function newName(): string {
  count += 1;
  return `calls-${process.pid}-${count}`;
}

async function submit(runner: Runner, content: string, taskId?: string): Promise<string> {
  const { id } = await runner.submit({
    agent: 'desk',
    principal: 'ann',
    messageId: crypto.randomUUID(),
    message: { role: 'user', content },
    ...(taskId !== undefined && { taskId }),
  });
  return id;
}

async function say(runner: Runner, content: string): Promise<Task> {
  return runner.waitUntilSettled(await submit(runner, content), NEVER);
}

async function taskOf(runner: Runner, id: string): Promise<Task> {
  const task = await runner.get(id);
  if (task) return task;
  throw new Error(`there is no task ${id}`);
}

async function tasksOf(runner: Runner, agent: string): Promise<readonly Task[]> {
  const { tasks } = await runner.list({ principal: 'ann', agent, pageSize: 50 });
  return tasks.toSorted((a, b) => a.createdAt - b.createdAt);
}

function words({ entries }: Task): readonly string[] {
  return toArray(entries).flatMap(({ message }) =>
    message.role === 'user' ? [getText(message)] : [],
  );
}

const callsSky: Role = (said, isResult) =>
  isResult ? { content: said } : call('call_agent', { agent: 'sky', message: said });

it('waits for another agent, whose answer becomes the result of the call', async () => {
  const { runner } = await opened(newName(), {
    desk: callsSky,
    sky: (said) => ({ content: `sun in ${said}` }),
  });
  const task = await say(runner, 'Oslo');
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({
    agent: 'sky',
    answer: 'sun in Oslo',
  });
  expect(Object.values(task.delegated ?? {})).toMatchObject([{ steps: 1 }]);
});

it('puts a question of the other agent to its own user', async () => {
  const { runner } = await opened(newName(), {
    desk: callsSky,
    sky: (said) =>
      said === 'go' ? { content: 'Which town?', expects_reply: true } : { content: `in ${said}` },
  });
  const asking = await say(runner, 'go');
  expect(listCallsAwaitingAnswer(asking)[0]?.question?.text).toBe('sky asks: Which town?');
  await submit(runner, 'Oslo', asking.id);
  await expect.poll(async () => hasTaskEnded(await taskOf(runner, asking.id))).toBe(true);
  const task = await taskOf(runner, asking.id);
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({ answer: 'in Oslo' });
});

it('ends the task of the other agent when its own is canceled', async () => {
  const { runner } = await opened(newName(), {
    desk: callsSky,
    sky: () => new Promise<never>(() => undefined),
  });
  const id = await submit(runner, 'go');
  await expect.poll(async () => isWaitingOnlyForTasks(await taskOf(runner, id))).toBe(true);
  await runner.cancel(id);
  await expect
    .poll(async () => (await tasksOf(runner, 'sky')).map(({ state }) => state))
    .toEqual(['canceled']);
});

it('brings an answer that comes late, once, though another worker has begun to wait for it', async () => {
  const name = newName();
  const gate = Promise.withResolvers<void>();
  const roles: Roles = {
    desk(said, isResult) {
      if (said.includes('sunny')) return { content: `heard ${said}` };
      if (isResult) return { content: 'later' };
      return call('call_agent', { agent: 'sky', message: said, wait_s: 0 });
    },
    async sky() {
      await gate.promise;
      return { content: 'sunny' };
    },
  };
  const first = await opened(name, roles);
  const task = await say(first.runner, 'go');
  expect(getFinalAnswer(task)).toBe('later');
  await expect
    .poll(async () => (await tasksOf(first.runner, 'timestep.courier')).map(isWaitingOnlyForTasks))
    .toEqual([true]);
  await first.close();
  gate.resolve();
  const { runner } = await opened(name, roles);
  await expect
    .poll(async () => (await tasksOf(runner, 'timestep.courier')).map(getFinalAnswer))
    .toEqual([expect.stringMatching(/^brought to task/)]);
  await expect
    .poll(async () => (await tasksOf(runner, 'desk')).map(({ state }) => state))
    .toEqual(['completed', 'completed']);
  const [, next] = await tasksOf(runner, 'desk');
  expect(next?.contextId).toBe(task.contextId);
  expect(next && words(next)).toEqual([expect.stringContaining('sunny')]);
  expect(Object.values(next?.delegated ?? {})).toMatchObject([{ steps: 1 }]);
});

it('brings an answer into the task that is still at work', async () => {
  const gate = Promise.withResolvers<void>();
  const brought = Promise.withResolvers<void>();
  const { runner } = await opened(newName(), {
    async desk(said, isResult) {
      if (said.includes('sunny')) return { content: `heard ${said}` };
      if (!isResult) return call('call_agent', { agent: 'sky', message: said, wait_s: 0 });
      gate.resolve();
      await brought.promise;
      return { content: 'busy' };
    },
    async sky() {
      await gate.promise;
      return { content: 'sunny' };
    },
  });
  const id = await submit(runner, 'go');
  await expect
    .poll(async () => (await tasksOf(runner, 'timestep.courier')).map(getFinalAnswer))
    .toEqual([`brought to task ${id}`]);
  brought.resolve();
  const task = await runner.waitUntilSettled(id, NEVER);
  expect(words(task)).toEqual(['go', expect.stringContaining('sunny')]);
  expect(Object.values(task.delegated ?? {})).toMatchObject([{ steps: 1 }]);
});
