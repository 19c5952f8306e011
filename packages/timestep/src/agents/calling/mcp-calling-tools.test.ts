import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject, JsonValue, Task } from '#core';
import { createLocalEnvironment } from '#protocols/mcp';
import { scriptedAgent } from '#agents/model';
import { createOwnTasks, type AgentFn, type ToolContext } from '#engine/port';
import { openMemory } from '#engine/runner';
import { functionEnvironment, tool } from '#engine/tools';
import { createManualClock } from '#testing';
import type { CallableAgent } from './callable-agents.ts';
import { createMcpCallingTools } from './mcp-calling-tools.ts';

const LIMITS = { max_steps: 30, time_limit_s: 60 };

/** A bridge to one agent, and its tools called within the process. */
function bridge(agent: AgentFn, traits: Omit<CallableAgent, 'name'> = {}) {
  const pay = tool({ needsApproval: true, execute: () => 'paid' });
  const environment = functionEnvironment({ pay });
  const served = { name: 'one', agent, toolSite: 'client', limits: LIMITS } as const;
  const backend = openMemory({ agents: [{ ...served, environment: () => environment }] });
  onTestFinished(() => backend.close(0));
  const clock = createManualClock();
  const one = { name: 'one', ...traits };
  let ids = 0;
  const tools = createMcpCallingTools({
    agents: {
      list: async () => [{ name: 'one', description: 'One.' }],
      find: (name) => (name === 'one' ? one : undefined),
    },
    getTasks: (principal) => createOwnTasks(backend.runner, { principal }),
    clock,
    newId: () => `id${(ids += 1)}`,
  });
  const within = createLocalEnvironment({ name: 'bridge', version: '1', tools }, clock);
  const result = async (name: string, args: JsonObject, context: Partial<ToolContext> = {}) =>
    within.callTool(
      { id: 'c', name, arguments: args },
      { key: 'key', attempt: 1, signal: new AbortController().signal, ...context },
    );
  const call = async (
    name: string,
    args: JsonObject,
    context: Partial<ToolContext> = {},
  ): Promise<JsonObject> => JSON.parse((await result(name, args, context)).content) as JsonObject;
  const tasks = async (): Promise<readonly Task[]> =>
    (await backend.runner.list({ principal: '', pageSize: 9 })).tasks;
  return { call, result, tasks, clock };
}

const hello = { agent: 'one', message: 'hello' };

function nameIn(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new Error('the report names none');
}

it.each([
  ['call_agent', { ...hello, context: 'a\0b' }, 'context must not contain control characters'],
  ['get_task', { task: 'x'.repeat(513) }, 'task must have 1 to 512 characters'],
])('refuses an id that nothing can have: %s', async (name, args, words) => {
  const { result, tasks } = bridge(() => ({ role: 'assistant', content: 'never asked' }));
  expect(await result(name, args)).toMatchObject({
    content: expect.stringContaining(words),
    isError: true,
  });
  expect(await tasks()).toEqual([]);
});

/** Never answers, until it is canceled. */
function waiting() {
  const begun = Promise.withResolvers<void>();
  const agent: AgentFn = async (_messages, { signal }) => {
    begun.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }));
  };
  return { agent, begun: begun.promise };
}

describe('a call', () => {
  it('that is made again with its key is the same task', async () => {
    const { call, tasks } = bridge(scriptedAgent(() => 'hi'));
    const first = await call('call_agent', hello);
    expect(first).toMatchObject({ state: 'completed', answer: 'hi' });
    expect(await call('call_agent', hello, { attempt: 2 })).toEqual(first);
    expect(await tasks()).toHaveLength(1);
    await call('call_agent', hello, { key: 'another' });
    expect(await tasks()).toHaveLength(2);
  });

  it('goes on in the context of an earlier one', async () => {
    const { call } = bridge(scriptedAgent((messages) => `${messages.length}`));
    const { context } = await call('call_agent', hello);
    const next = await call('call_agent', { ...hello, context: nameIn(context) }, { key: 'next' });
    expect(next).toMatchObject({ context, answer: '3' });
  });

  it('returns the task as it is when the time is over, and leaves no timer', async () => {
    const { agent, begun } = waiting();
    const { call, clock } = bridge(agent);
    const told = call('call_agent', { ...hello, wait_s: 30 });
    await begun;
    await vi.waitUntil(() => clock.pending() > 0);
    clock.advance(29_999);
    expect(clock.pending()).toBeGreaterThan(0);
    clock.advance(1);
    const { task, ...rest } = await told;
    expect(rest).toEqual({ context: expect.any(String), agent: 'one', state: 'working' });
    expect(clock.pending()).toBe(0);
    expect(await call('cancel_task', { task: nameIn(task) })).toMatchObject({ state: 'canceled' });
  });

  it('is refused once agents have called each other too often', async () => {
    const { result, tasks } = bridge(scriptedAgent(() => 'hi'));
    const metadata = { 'dev.timestep/hops': 4 };
    const task = { id: 't', contextId: 'c', agent: 'a', metadata };
    const { content, isError } = await result('call_agent', hello, { task });
    expect(content).toBe(
      'this would be nested agent call 5, and only 4 are allowed: answer yourself',
    );
    expect(isError).toBe(true);
    expect(await tasks()).toEqual([]);
  });

  it('belongs to the principal of the task that makes it', async () => {
    const { call, result } = bridge(scriptedAgent(() => 'hi'));
    const task = { id: 't', contextId: 'c', agent: 'a', principal: 'ada', metadata: {} };
    const mine = await call('call_agent', hello, { task });
    const asked = { task: nameIn(mine['task']) };
    expect(await call('get_task', asked, { task })).toEqual(mine);
    expect((await result('get_task', asked)).isError).toBe(true);
  });
});

describe('decisions', () => {
  const paying = scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return last.content;
    const called = { name: 'pay', arguments: '{"amount":5}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  const asked = {
    text: 'May one call pay({"amount":5})?',
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
      required: ['answer'],
    },
  };

  it.each([
    ['yes', 'paid'],
    ['no', '{"error":"denied","detail":"a person did not approve the call"}'],
  ])('%s, by the person whom the caller asks', async (text, answer) => {
    const { result, call } = bridge(paying);
    const { question } = await result('call_agent', hello);
    expect(question).toMatchObject(asked);
    if (!question) throw new Error('nothing was asked');
    const answers = [{ question, text, data: { answer: text } }];
    const told = await call('call_agent', hello, { key: 'key:1', answers });
    expect(told).toMatchObject({ state: 'completed', answer });
    // The round is made again after a crash.
    expect(await call('call_agent', hello, { key: 'key:1', answers })).toEqual(told);
  });
});

it('gives what the agent gave, under a name of its own', async () => {
  const parts = [{ type: 'text', text: '# Plan' }] as const;
  const gift = { artifact_id: 'plan', name: 'plan.md', parts };
  const { result } = bridge(() => ({ role: 'assistant', content: 'there', artifacts: [gift] }));
  const { content, artifacts } = await result('call_agent', hello);
  const report = JSON.parse(content) as JsonObject;
  expect(report['artifacts']).toEqual([{ id: 'plan', name: 'plan.md' }]);
  expect(artifacts).toEqual([{ ...gift, artifact_id: `${nameIn(report['task'])}/plan` }]);
});

it('sends files with an answer', async () => {
  const heard: unknown[] = [];
  const { result } = bridge((messages) => {
    heard.push(messages.at(-1)?.content);
    const expects_reply = heard.length === 1;
    return { role: 'assistant', content: 'which?', expects_reply };
  });
  const { question } = await result('call_agent', hello);
  const task = nameIn(question?.state?.['task']);
  const files = [
    { name: 'a.png', media_type: 'image/png', data: 'AAAA' },
    { name: 'b.pdf', url: 'https://files.example/b.pdf' },
  ];
  await result('answer_task', { task, message: 'these', files }, { key: 'answer' });
  expect(heard[1]).toEqual([
    { type: 'text', text: 'these' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' }, filename: 'a.png' },
    {
      type: 'file',
      file: {
        url: 'https://files.example/b.pdf',
        media_type: 'application/octet-stream',
        filename: 'b.pdf',
      },
    },
  ]);
  const bad = { task, files: [{ url: 'file:///etc/passwd' }] };
  expect((await result('answer_task', bad)).content).toMatch(
    /invalid arguments for tool answer_task/,
  );
});
