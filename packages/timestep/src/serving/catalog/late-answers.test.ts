import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMessages, getFinalAnswer, getText, toArray, type Task } from '#core';
import type { Runner } from '#engine/port';
import {
  BACKENDS,
  openCallingCatalog,
  createCalls,
  NEVER,
  sendMessage,
  type Roles,
} from './calling.fixture.ts';
import { createTestFolder, writeAgent } from './catalog.fixture.ts';

/** Desk, which may call sky, on a backend; sky answers once it may. */
async function desk(roles: Roles, open?: (typeof BACKENDS)[keyof typeof BACKENDS]) {
  const folder = createTestFolder();
  const path = writeAgent(join(folder, 'desk'), 'desk');
  const manifest = join(path, 'tsagent.json');
  writeFileSync(manifest, JSON.stringify({ metadata: { name: 'desk' }, agents: ['../sky'] }));
  writeAgent(join(folder, 'sky'), 'sky');
  return { ...(await openCallingCatalog([path], roles, open)), manifest };
}

const callSky = (message = 'go') =>
  createCalls(['agents_call_agent', { agent: 'sky', message, wait_s: 0 }]);

async function tasksOf(runner: Runner, agent: string): Promise<readonly Task[]> {
  const { tasks } = await runner.list({ principal: 'ann', agent, pageSize: 50 });
  return tasks.toSorted((a, b) => a.createdAt - b.createdAt);
}

/** What the courier has noted, once its task has ended. */
async function noted(runner: Runner): Promise<string> {
  const [errand] = await tasksOf(runner, 'timestep.courier');
  if (!errand) throw new Error('no courier was sent');
  return getFinalAnswer(await runner.waitUntilSettled(errand.id, NEVER)) ?? '';
}

/** What users and agents have said to the agent of a task, in order. */
function heard(task: Task): readonly string[] {
  return listMessages(task).flatMap((message) =>
    message.role === 'user' ? [getText(message)] : [],
  );
}

it.each(Object.entries(BACKENDS))(
  'brings an answer that comes late to the task that has gone on: %s',
  async (_name, open) => {
    const gate = Promise.withResolvers<void>();
    const { runner } = await desk(
      {
        desk: async ([handle], said) => {
          if (said.includes('sunny')) return { content: `heard: ${said}` };
          if (handle === undefined) return callSky();
          gate.resolve();
          await runner.waitUntilSettled((JSON.parse(handle) as { task: string }).task, NEVER);
          await expect.poll(() => noted(runner)).toMatch(/^brought to task/);
          return { content: 'busy' };
        },
        sky: async () => {
          await gate.promise;
          return { content: 'sunny' };
        },
      },
      open,
    );
    const task = await sendMessage(runner, 'desk', 'How is it?');
    const [sky] = await tasksOf(runner, 'sky');
    expect(heard(task)).toHaveLength(2);
    expect(getFinalAnswer(task)).toContain('heard: ');
    expect(getFinalAnswer(task)).toContain(`sky has completed the task ${sky?.id}`);
    expect(task.delegated).toEqual({ [sky?.id ?? '']: { steps: 1, tokens: 10, cost_usd: 0.01 } });
    const [, arrived] = toArray(task.entries).filter(({ message }) => message.role === 'user');
    expect(arrived?.metadata).toEqual({
      'dev.timestep/arrival': { task_id: sky?.id, agent: 'sky' },
    });
    expect(await tasksOf(runner, 'desk')).toHaveLength(1);
  },
);

it.each(Object.entries(BACKENDS))(
  'begins a next turn of the conversation where the task has ended: %s',
  async (_name, open) => {
    const gate = Promise.withResolvers<void>();
    const { runner } = await desk(
      {
        desk: ([handle], said) => {
          if (said !== 'How is it?') return { content: `heard: ${said}` };
          return handle === undefined ? callSky() : { content: 'later' };
        },
        sky: async () => {
          await gate.promise;
          return { content: 'sunny' };
        },
      },
      open,
    );
    const delegation = { path: ['boss@else'], budget: { steps: 10 } };
    const first = await sendMessage(runner, 'desk', 'How is it?', { start: { delegation } });
    expect(getFinalAnswer(first)).toBe('later');
    gate.resolve();
    expect(await noted(runner)).toMatch(/^brought to task/);
    const [, next] = await tasksOf(runner, 'desk');
    const after = await runner.waitUntilSettled(next?.id ?? '', NEVER);
    expect(after.contextId).toBe(first.contextId);
    expect(heard(after)).toHaveLength(2);
    expect(getFinalAnswer(after)).toContain('sunny');
    // Two of ten steps were used by the first turn; what sky used counts in the second one.
    expect(after.origin.delegation).toEqual({ path: ['boss@else'], budget: { steps: 8 } });
    expect(Object.values(after.delegated ?? {})).toEqual([
      { steps: 1, tokens: 10, cost_usd: 0.01 },
    ]);
  },
);

it.each(Object.entries(BACKENDS))(
  'does not bring again what the task was told by get_task: %s',
  async (_name, open) => {
    const gate = Promise.withResolvers<void>();
    const { runner } = await desk(
      {
        desk: (results) => {
          const [handle, later] = results;
          if (handle === undefined) return callSky();
          const { task } = JSON.parse(handle) as { task: string };
          if (later === undefined) return createCalls(['agents_get_task', { task }]);
          return { content: later };
        },
        sky: async () => {
          await gate.promise;
          return { content: 'sunny' };
        },
      },
      open,
    );
    const { id } = await runner.submit({
      agent: 'desk',
      principal: 'ann',
      messageId: 'm1',
      message: { role: 'user', content: 'go' },
    });
    const isWaiting = async () => {
      const [call] = (await runner.get(id))?.calls ?? [];
      return call?.call.function.name === 'agents_get_task' && call.awaits !== undefined;
    };
    await expect.poll(isWaiting).toBe(true);
    gate.resolve();
    const task = await runner.waitUntilSettled(id, NEVER);
    expect(heard(task)).toEqual(['go']);
    expect(await noted(runner)).toBe('dropped: the task has heard it already');
    expect(await tasksOf(runner, 'desk')).toHaveLength(1);
  },
);

it('brings an answer once where two calls have given it up', async () => {
  const gate = Promise.withResolvers<void>();
  const { runner } = await desk({
    desk: ([handle, again], said) => {
      if (said !== 'go') return { content: 'heard' };
      if (handle === undefined) return callSky();
      const { task } = JSON.parse(handle) as { task: string };
      if (again === undefined) return createCalls(['agents_get_task', { task, wait_s: 0 }]);
      return { content: 'later' };
    },
    sky: async () => {
      await gate.promise;
      return { content: 'sunny' };
    },
  });
  await sendMessage(runner, 'desk', 'go');
  const couriers = await tasksOf(runner, 'timestep.courier');
  expect(couriers).toHaveLength(2);
  gate.resolve();
  for (const { id } of couriers) await runner.waitUntilSettled(id, NEVER);
  const tasks = await tasksOf(runner, 'desk');
  const all = await Promise.all(tasks.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
  const newest = all.at(-1);
  expect(newest && heard(newest)).toEqual(['go', expect.stringContaining('sunny')]);
  expect(all).toHaveLength(2);
});

it('brings a question, which get_task then puts to the user', async () => {
  const gate = Promise.withResolvers<void>();
  const { runner } = await desk({
    desk: (results, said) => {
      const task = /the task (\S+)/.exec(said)?.[1];
      const [result] = results;
      if (task !== undefined && result === undefined)
        return createCalls(['agents_get_task', { task }]);
      return result === undefined ? callSky() : { content: result };
    },
    sky: async (_results, said) => {
      await gate.promise;
      return said === 'go'
        ? { content: 'Which town?', expects_reply: true }
        : { content: `in ${said}` };
    },
  });
  const { contextId } = await sendMessage(runner, 'desk', 'go');
  gate.resolve();
  expect(await noted(runner)).toMatch(/^brought to task/);
  const [, next] = await tasksOf(runner, 'desk');
  const asking = await runner.waitUntilSettled(next?.id ?? '', NEVER);
  expect(asking.state).toBe('input-required');
  const task = await sendMessage(runner, 'desk', 'Oslo', { taskId: asking.id, contextId });
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({ answer: 'in Oslo' });
});

it.each([
  ['was canceled', 'dropped: the task that asked was canceled'],
  ['is gone', 'dropped: the conversation is gone'],
  ['is closed', 'dropped: the conversation is closed'],
  ['may no longer call', 'dropped: desk may no longer call agents'],
])('drops an answer where the caller %s, and notes it', async (what, why) => {
  const gate = Promise.withResolvers<void>();
  const { runner, catalog, manifest, sessions } = await desk({
    desk: async ([handle]) => {
      if (handle === undefined) return callSky();
      return what === 'was canceled' ? new Promise<never>(() => undefined) : { content: 'later' };
    },
    sky: async () => {
      await gate.promise;
      return { content: 'sunny' };
    },
  });
  const message = { role: 'user', content: 'go' } as const;
  const { id } = await runner.submit({ agent: 'desk', principal: 'ann', messageId: 'm', message });
  await expect.poll(() => tasksOf(runner, 'timestep.courier')).toHaveLength(1);
  if (what === 'was canceled') await runner.cancel(id);
  else await runner.waitUntilSettled(id, NEVER);
  if (what === 'is gone') await runner.erase(id);
  if (what === 'is closed') {
    const sessionId = (await runner.get(id))?.contextId ?? '';
    const opened = { type: 'session.opened', sessionId, agent: 'desk', principal: 'ann' } as const;
    const events = [opened, { type: 'session.closed' } as const];
    await sessions.append({ principal: 'ann', id: sessionId }, 0, events, 1);
  }
  if (what === 'may no longer call') {
    writeFileSync(manifest, JSON.stringify({ metadata: { name: 'desk' } }));
    await catalog.refresh();
  }
  gate.resolve();
  expect(await noted(runner)).toBe(why);
  const left = await tasksOf(runner, 'desk');
  expect(left.length).toBe(what === 'is gone' ? 0 : 1);
});
