import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getFinalAnswer, listCallsAwaitingAnswer, isWaitingOnlyForTasks, type Task } from '#core';
import type { Runner } from '#engine/port';
import {
  BACKENDS,
  openCallingCatalog,
  createCalls,
  NEVER,
  sendMessage,
} from './calling.fixture.ts';
import { createTestFolder, writeAgent } from './catalog.fixture.ts';
import { writeFileSync } from 'node:fs';
import { getTraceId } from '#protocols/trace';

/** Writes an agent that names others; returns its folder. */
function callerOf(
  folder: string,
  name: string,
  agents: readonly string[],
  more: object = {},
): string {
  const path = writeAgent(join(folder, name), name);
  const manifest = { metadata: { name }, agents, ...more };
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify(manifest));
  return path;
}

async function taskNow(runner: Runner, id: string): Promise<Task> {
  const task = await runner.get(id);
  if (task) return task;
  throw new Error(`there is no task ${id}`);
}

const call = (agent: string, message = 'go', more: object = {}) =>
  createCalls(['agents_call_agent', { agent, message, ...more }]);

it.each(Object.entries(BACKENDS))(
  'waits for another agent without its process: %s',
  async (_name, open) => {
    const folder = createTestFolder();
    const desk = callerOf(folder, 'desk', ['../sky']);
    writeAgent(join(folder, 'sky'), 'sky');
    const { runner, catalog } = await openCallingCatalog(
      [desk],
      {
        desk: ([result]) => (result === undefined ? call('sky', 'Oslo?') : { content: result }),
        sky: (_results, said) => ({ content: `sun in ${said}` }),
      },
      open,
    );
    expect(catalog.list().map(({ agentId, isExposed }) => [agentId, isExposed])).toEqual([
      ['desk', undefined],
      ['sky', false],
    ]);
    expect(catalog.servables.get('sky')?.isExposed).toBe(false);
    const task = await sendMessage(runner, 'desk', 'How is it?');
    expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({
      agent: 'sky',
      state: 'completed',
      answer: 'sun in Oslo?',
    });
    const [id = '', spent] = Object.entries(task.delegated ?? {})[0] ?? [];
    expect(spent).toEqual({ steps: 1, tokens: 10, cost_usd: 0.01 });
    const callee = await runner.get(id);
    expect(callee?.origin).toMatchObject({ agent: 'sky', principal: 'ann' });
    expect(callee?.origin.delegation?.path).toEqual([expect.stringMatching(/^desk@[0-9a-f]{12}$/)]);
    // The task is below the call that began it.
    const trace = getTraceId(task.id, task.origin.metadata);
    expect(callee?.origin.metadata?.['traceparent']).toMatch(
      new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`),
    );
  },
);

it.each(Object.entries(BACKENDS))(
  'puts a question of the other agent to its own user: %s',
  async (_name, open) => {
    const folder = createTestFolder();
    const desk = callerOf(folder, 'desk', ['../sky']);
    writeAgent(join(folder, 'sky'), 'sky');
    const { runner } = await openCallingCatalog(
      [desk],
      {
        desk: ([result]) => (result === undefined ? call('sky') : { content: result }),
        sky: (_results, said) =>
          said === 'go'
            ? { content: 'Which town?', expects_reply: true }
            : { content: `sun in ${said}` },
      },
      open,
    );
    const asking = await sendMessage(runner, 'desk', 'How is it?');
    expect(asking.state).toBe('input-required');
    expect(listCallsAwaitingAnswer(asking)[0]?.question?.text).toBe('sky asks: Which town?');
    const task = await sendMessage(runner, 'desk', 'Oslo', { taskId: asking.id });
    expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({ answer: 'sun in Oslo' });
    expect((await runner.waitUntilSettled(task.id, NEVER)).state).toBe('completed');
  },
);

it('opens what agents name in turn, each once, also where they name each other', async () => {
  const folder = createTestFolder();
  const one = callerOf(folder, 'one', ['../two', './']);
  callerOf(folder, 'two', ['../one', '../three', '../nowhere']);
  writeAgent(join(folder, 'three'), 'three');
  const { catalog } = await openCallingCatalog([one], {});
  const listed = catalog.list().map(({ agentId, isExposed, health }) => ({
    agentId,
    isInside: isExposed === false,
    state: health.state,
  }));
  expect(listed).toEqual([
    { agentId: 'one', isInside: false, state: 'ok' },
    { agentId: 'two', isInside: true, state: 'ok' },
    { agentId: 'three', isInside: true, state: 'ok' },
    { agentId: 'nowhere', isInside: true, state: 'bad' },
  ]);
  await catalog.add(join(folder, 'three'));
  expect(catalog.find('three')?.isExposed).toBeUndefined();
  expect(catalog.servables.get('three')?.isExposed).toBe(true);
  await catalog.remove('three');
  expect(catalog.servables.get('three')?.isExposed).toBe(false);
});

it('shows an agent only those that its folder names, and refuses all others', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky', '../gone']);
  writeAgent(join(folder, 'sky'), 'Sky', { description: 'Knows the weather' });
  const other = writeAgent(join(folder, 'other'), 'other');
  const { runner } = await openCallingCatalog([desk, other], {
    desk: (results) =>
      [createCalls(['agents_list_agents', {}]), call('other')][results.length] ?? {
        content: results.join('\n'),
      },
  });
  const [listed = '', refused] = (
    getFinalAnswer(await sendMessage(runner, 'desk', 'who?')) ?? ''
  ).split('\n');
  expect(JSON.parse(listed)).toEqual({
    agents: [
      { name: 'sky', title: 'Sky', description: 'Knows the weather', version: '1.0.0' },
      {
        name: 'gone',
        title: 'gone',
        description: '',
        problem: 'its files or its card must be fixed',
      },
    ],
  });
  expect(refused).toContain('there is no agent other: there are sky, gone');
});

it('asks its own user about a call of the other agent, and passes the decision on', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  const sessions = {
    type: 'internal',
    tool: 'sessions',
    toolPermissionRequired: { serverDefault: true },
  };
  callerOf(folder, 'sky', [], { mcpServers: { sessions } });
  const { runner } = await openCallingCatalog([desk], {
    desk: ([result]) => (result === undefined ? call('sky') : { content: result }),
    sky: ([result]) =>
      result === undefined ? createCalls(['sessions_list_sessions', {}]) : { content: 'listed' },
  });
  const asking = await sendMessage(runner, 'desk', 'go');
  expect(listCallsAwaitingAnswer(asking)[0]?.question?.text).toBe(
    'May sky call sessions_list_sessions({})?',
  );
  const task = await sendMessage(runner, 'desk', 'yes', { taskId: asking.id });
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({
    state: 'completed',
    answer: 'listed',
  });
});

it('gives a handle when the time is over, with which the answer is fetched', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  writeAgent(join(folder, 'sky'), 'sky');
  const { runner } = await openCallingCatalog([desk], {
    desk: (results) => {
      const [handle, later] = results;
      if (handle === undefined) return call('sky', 'slowly', { wait_s: 0 });
      const { task } = JSON.parse(handle) as { task: string };
      if (later === undefined) return createCalls(['agents_get_task', { task }]);
      return { content: `${handle}\n${later}` };
    },
    sky: () => ({ content: 'sunny' }),
  });
  const [handle = '', later = ''] = (
    getFinalAnswer(await sendMessage(runner, 'desk', 'go')) ?? ''
  ).split('\n');
  expect(JSON.parse(handle)).toMatchObject({ agent: 'sky' });
  expect(JSON.parse(later)).toMatchObject({ state: 'completed', answer: 'sunny' });
});

it('tells the model in a sentence why an agent has no answer', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  writeAgent(join(folder, 'sky'), 'sky');
  const { runner } = await openCallingCatalog([desk], {
    desk: ([result]) => (result === undefined ? call('sky') : { content: result }),
    sky: () => {
      throw new Error('on fire');
    },
  });
  const said = getFinalAnswer(await sendMessage(runner, 'desk', 'go'));
  expect(said).toContain('the task of agent sky has ended as failed: ');
});

it('refuses a call that comes back to an agent that waits for it', async () => {
  const folder = createTestFolder();
  const one = callerOf(folder, 'one', ['../two']);
  callerOf(folder, 'two', ['../one']);
  const { runner } = await openCallingCatalog([one], {
    one: ([result]) => (result === undefined ? call('two') : { content: result }),
    two: ([result]) => (result === undefined ? call('one') : { content: result }),
  });
  const said = getFinalAnswer(await sendMessage(runner, 'one', 'go')) ?? '';
  expect(said).toMatch(
    /agent one@\w+ cannot be called, because it is waiting for this answer \(one@\w+ called two@\w+\)/,
  );
  const all = await runner.list({ principal: 'ann', pageSize: 9 });
  expect(all.total).toBe(2);
});

it('divides what is left among calls side by side, and counts what they use', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  writeAgent(join(folder, 'sky'), 'sky');
  const go = { agent: 'sky', message: 'go' };
  const { runner } = await openCallingCatalog([desk], {
    desk: () => createCalls(['agents_call_agent', go], ['agents_call_agent', go]),
    sky: () => ({ content: 'sunny' }),
  });
  const delegation = { path: ['somebody@else'], budget: { steps: 5 } };
  const task = await sendMessage(runner, 'desk', 'go', { start: { delegation } });
  expect(task.end).toMatchObject({ state: 'failed', reason: 'budget' });
  const { tasks } = await runner.list({ principal: 'ann', agent: 'sky', pageSize: 9 });
  expect(tasks.map(({ origin }) => origin.delegation?.budget)).toEqual([
    { steps: 2 },
    { steps: 2 },
  ]);
  // Two steps of its own, and two of others; the third own step has too little left for calls.
  expect(task.steps).toBe(3);
});

it('ends the task of the other agent when its own is canceled', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  writeAgent(join(folder, 'sky'), 'sky');
  const { runner } = await openCallingCatalog([desk], {
    desk: () => call('sky'),
    sky: () => new Promise<never>(() => undefined),
  });
  const message = { role: 'user', content: 'go' } as const;
  const { id } = await runner.submit({ agent: 'desk', principal: 'ann', messageId: 'm1', message });
  const called = async () =>
    (await runner.list({ principal: 'ann', agent: 'sky', pageSize: 9 })).tasks.map(
      ({ state }) => state,
    );
  await expect.poll(called).toEqual(['working']);
  await expect.poll(async () => isWaitingOnlyForTasks(await taskNow(runner, id))).toBe(true);
  await runner.cancel(id);
  await expect.poll(called).toEqual(['canceled']);
});

it('ends the task of the other agent when it is canceled while its question is asked', async () => {
  const folder = createTestFolder();
  const desk = callerOf(folder, 'desk', ['../sky']);
  writeAgent(join(folder, 'sky'), 'sky');
  const { runner } = await openCallingCatalog([desk], {
    desk: () => call('sky'),
    sky: () => ({ content: 'Which town?', expects_reply: true }),
  });
  const asking = await sendMessage(runner, 'desk', 'go');
  expect(asking.state).toBe('input-required');
  await runner.cancel(asking.id);
  await expect
    .poll(async () => (await runner.list({ principal: 'ann', agent: 'sky', pageSize: 9 })).tasks)
    .toMatchObject([{ state: 'canceled' }]);
});

it('leaves a question to the model where no person is beside it', async () => {
  const folder = createTestFolder();
  const metadata = { name: 'desk', autonomous: true };
  const desk = callerOf(folder, 'desk', ['../sky'], { metadata });
  writeAgent(join(folder, 'sky'), 'sky');
  const { runner } = await openCallingCatalog([desk], {
    desk: ([asked, answered]) => {
      if (asked === undefined) return call('sky');
      const { task } = JSON.parse(asked) as { task: string };
      if (answered === undefined)
        return createCalls(['agents_answer_task', { task, message: 'Oslo' }]);
      return { content: answered };
    },
    sky: (_results, said) =>
      said === 'go' ? { content: 'Which town?', expects_reply: true } : { content: `in ${said}` },
  });
  const task = await sendMessage(runner, 'desk', 'go');
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({
    state: 'completed',
    answer: 'in Oslo',
  });
});

it('serves the tools that an agent is for others, and follows them', async () => {
  const folder = createTestFolder();
  const tool = (name: string) => ({ name, description: 'Books', prompt: 'Book.' });
  const path = writeAgent(join(folder, 'book'), 'book', { tools: [tool('book')] });
  const { catalog } = await openCallingCatalog([path], {});
  const tools = catalog.servables.get('book')?.agentTools;
  expect(tools?.list().map(({ name }) => name)).toEqual(['book']);
  let changes = 0;
  tools?.watch(() => (changes += 1));
  writeAgent(path, 'book', { tools: [tool('book'), tool('cancel')] });
  await catalog.refresh();
  expect(tools?.list().map(({ name }) => name)).toEqual(['book', 'cancel']);
  expect(changes).toBe(1);
});

it('calls a peer that has not answered since the process started, by the name of its address', async () => {
  const desk = callerOf(createTestFolder(), 'desk', ['https://peer.example/agents/sky']);
  const asked: string[] = [];
  const { runner } = await openCallingCatalog(
    [desk],
    {
      desk: ([result]) =>
        result === undefined
          ? createCalls(['agents_call_agent', { agent: 'sky', message: 'go', wait_s: 0 }])
          : { content: result },
    },
    undefined,
    {
      fetch: async (url) => {
        asked.push(url);
        return new Response('', { status: 503 });
      },
    },
  );
  const task = await sendMessage(runner, 'desk', 'How is it?');
  expect(JSON.parse(getFinalAnswer(task) ?? '')).toMatchObject({ agent: 'sky', state: 'working' });
  expect(asked).not.toEqual([]);
});
