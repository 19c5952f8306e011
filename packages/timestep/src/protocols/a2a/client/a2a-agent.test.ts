import { expect, it } from 'vitest';
import { DEFAULT_LIMITS, type DispatchReport, type JsonObject, type Message } from '#core';
import type { AgentContext, AgentFn, Delta } from '#engine/port';
import { runEpisode } from '#engine/runner';
import { gated, ORIGIN, serve, weather } from '../served.fixture.ts';
import { createA2AAgent } from './a2a-agent.ts';
import { PEER, peerOf, type Answer } from './remote-agents.fixture.ts';

const question: Message = { role: 'user', content: 'weather?' };

it('is an agent whose tools run here', async () => {
  const { fetch, rpc } = serve({ agentFn: weather });
  const seen: JsonObject[] = [];
  const tools = {
    get_weather: (args: JsonObject) => {
      seen.push(args);
      return 'sunny, 72°F';
    },
  };
  const { messages, info } = await runEpisode([question], createA2AAgent(ORIGIN, { fetch }), {
    tools,
  });
  expect(info).toMatchObject({ terminated_reason: 'final_answer', steps: 2, tool_calls: 1 });
  expect(seen).toEqual([{ location: 'Oakland' }]);
  expect(messages.map(({ role, content }) => [role, content ?? ''])).toEqual([
    ['user', 'weather?'],
    ['assistant', ''],
    ['tool', 'sunny, 72°F'],
    ['assistant', 'sunny, 72°F'],
  ]);
  // All of it was one task.
  const { result } = await rpc('ListTasks', { historyLength: 9 }, '1.0');
  expect(result).toMatchObject({ totalSize: 1, tasks: [{ history: [{}, {}, {}, {}] }] });
});

it('remembers the task in its replies, and shows text as it comes', async () => {
  const { fetch } = serve({ agentFn: talking('let me see', weather) });
  const deltas: Delta[] = [];
  const agent = createA2AAgent(ORIGIN, { fetch });
  const reply = await agent([question], context({ emit: (delta) => deltas.push(delta) }));
  expect(reply).toEqual({
    role: 'assistant',
    content: 'let me see',
    tool_calls: [
      {
        id: 'call_abc123',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"location":"Oakland"}' },
      },
    ],
    provider: {
      a2a: {
        taskId: expect.any(String),
        contextId: expect.any(String),
        state: 'input-required',
      },
    },
  });
  expect(deltas.map((delta) => ('text' in delta ? delta.text : '')).join('')).toBe('let me see');
});

it('goes on in the same conversation', async () => {
  const { fetch, rpc } = serve();
  const agent = createA2AAgent(ORIGIN, { fetch });
  const first = await agent([question], context({ key: 'k1' }));
  const transcript: Message[] = [question, first, { role: 'user', content: 'and now?' }];
  await agent(transcript, context({ key: 'k2' }));
  const { result } = await rpc('ListTasks', {}, '1.0');
  const { tasks } = result as { tasks: { id: string; contextId: string }[] };
  expect(tasks).toHaveLength(2);
  expect(tasks[0]?.contextId).toBe(tasks[1]?.contextId);
});

it('records the address of the agent and the name in its card', async () => {
  const { fetch } = serve();
  const card = await (await fetch(`${ORIGIN}/.well-known/agent-card.json`)).json();
  const { name } = card as { readonly name: string };
  const reports: DispatchReport[] = [];
  const recordDispatch = (report: DispatchReport): void => void reports.push(report);
  await createA2AAgent(ORIGIN, { fetch })([question], context({ recordDispatch }));
  // The agent accepts a message once, so that nothing is recorded before it is sent.
  expect(reports.map(({ dispatch }) => [dispatch.state, dispatch.name])).toEqual([
    ['accepted', name],
  ]);
  expect(new URL(reports[0]?.dispatch.agent ?? '').origin).toBe(ORIGIN);
});

it('makes one task of a call that is made again', async () => {
  const { fetch, rpc } = serve();
  const agent = createA2AAgent(ORIGIN, { fetch });
  const first = await agent([question], context({ attempt: 1 }));
  expect(await agent([question], context({ attempt: 2 }))).toEqual(first);
  expect(await rpc('ListTasks', {}, '1.0')).toMatchObject({ result: { totalSize: 1 } });
});

it('cancels the task of a call that is called off', async () => {
  const gate = gated();
  const { fetch, rpc } = serve({ agentFn: gate.agentFn });
  const leave = new AbortController();
  const asking = createA2AAgent(ORIGIN, { fetch })([question], context({ signal: leave.signal }));
  await gate.asked;
  const reason = new Error('enough');
  leave.abort(reason);
  await expect(asking).rejects.toBe(reason);
  await gate.aborted;
  expect(await rpc('ListTasks', {}, '1.0')).toMatchObject({
    result: { tasks: [{ status: { state: 'TASK_STATE_CANCELED' } }] },
  });
});

it('cancels a task that it hears of only after it was called off', async () => {
  const leave = new AbortController();
  const reason = new Error('enough');
  const peer = peerOf(({ method }) => {
    if (method === 'CancelTask') return task('TASK_STATE_CANCELED');
    leave.abort(reason);
    return [task('TASK_STATE_WORKING')];
  });
  const agent = createA2AAgent(PEER, { fetch: peer.fetch });
  await expect(agent([question], context({ signal: leave.signal }))).rejects.toBe(reason);
  expect(peer.asked.map(({ method }) => method)).toEqual(['SendStreamingMessage', 'CancelTask']);
});

it('leaves even where the peer refuses to cancel', async () => {
  const leave = new AbortController();
  const reason = new Error('enough');
  const peer = peerOf(({ method }) => {
    leave.abort(reason);
    return method === 'CancelTask' ? new Error('no') : [task('TASK_STATE_WORKING')];
  });
  const agent = createA2AAgent(PEER, { fetch: peer.fetch });
  await expect(agent([question], context({ signal: leave.signal }))).rejects.toBe(reason);
});

it('does not start what is called off already', async () => {
  const peer = peerOf(() => task('TASK_STATE_WORKING'));
  const signal = AbortSignal.abort(new Error('enough'));
  const agent = createA2AAgent(PEER, { fetch: peer.fetch });
  await expect(agent([question], context({ signal }))).rejects.toThrow('enough');
  expect(peer.asked).toEqual([]);
});

it.each<[string, Answer, string, string?]>([
  ['failed', task('TASK_STATE_FAILED', 'the model is on fire'), 'the model is on fire'],
  ['was rejected', task('TASK_STATE_REJECTED'), 'peer ended the task as rejected', 'task-rejected'],
  ['was canceled', task('TASK_STATE_CANCELED'), 'peer ended the task as canceled', 'task-canceled'],
  [
    'asks for a password',
    task('TASK_STATE_AUTH_REQUIRED', 'log in'),
    'peer asks for credentials: log in',
  ],
])('throws where the task %s', async (_name, answer, message, code = 'task-failed') => {
  const agent = createA2AAgent(PEER, { fetch: peerOf(() => answer).fetch });
  const error = { code, message };
  await expect(agent([question], context())).rejects.toMatchObject(error);
});

it('passes a request for credentials on, where its caller can', async () => {
  const asked = task('TASK_STATE_AUTH_REQUIRED', 'log in');
  const agent = createA2AAgent(PEER, { fetch: peerOf(() => asked).fetch, approvals: 'calls' });
  expect(await agent([question], context())).toMatchObject({
    content: 'peer asks for credentials: log in',
    expects_reply: true,
    reply_as: 'credentials-request',
  });
});

it('takes a question for a reply', async () => {
  const asked = task('TASK_STATE_INPUT_REQUIRED', 'where?');
  const agent = createA2AAgent(PEER, { fetch: peerOf(() => asked).fetch });
  const reply = await agent([question], context());
  expect(reply).toEqual({
    role: 'assistant',
    content: 'where?',
    expects_reply: true,
    provider: { a2a: { taskId: 't1', contextId: 'c1', state: 'input-required' } },
  });
});

it('connects again where the peer was away', async () => {
  const { fetch } = serve();
  let isAway = true;
  const agent = createA2AAgent(ORIGIN, {
    fetch: (url, init) => (isAway ? Promise.reject(new Error('away')) : fetch(url, init)),
    patienceMs: 0,
  });
  await expect(agent([question], context())).rejects.toMatchObject({ code: 'unreachable' });
  isAway = false;
  expect(await agent([question], context())).toMatchObject({ content: 'heard weather?' });
});

it('waits for a peer that is being started again, within the time of its task', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { fetch, rpc } = serve();
  let tries = 0;
  const agent = createA2AAgent(ORIGIN, {
    fetch: (url, init) => ((tries += 1) % 2 === 0 ? fetch(url, init) : Promise.reject(refused)),
    pause: async () => {},
  });
  expect(await agent([question], context())).toMatchObject({ content: 'heard weather?' });
  expect(await rpc('ListTasks', {}, '1.0')).toMatchObject({ result: { totalSize: 1 } });
});

function talking(text: string, inner: AgentFn): AgentFn {
  return async (messages, inside) => {
    inside.emit({ type: 'text', text });
    return { ...(await inner(messages, inside)), content: text };
  };
}

it('refuses settings, which A2A has no words for, before it asks', async () => {
  const agent = createA2AAgent('http://127.0.0.1:1/');
  const settings = { temperature: 0, tool_choice: 'auto' } as const;
  await expect(
    agent([{ role: 'user', content: 'x' }], context({ settings })),
  ).rejects.toMatchObject({
    code: 'unsupported-setting',
    message: expect.stringMatching(
      /cannot apply the setting temperature, tool_choice: remove it/,
    ) as string,
  });
});

it.each<[string, boolean, string, number]>([
  ['a draft that came whole', false, 'Shall I send it?', 1],
  ['a draft that was streamed', true, 'Dear Ada\nShall I send it?', 0],
])('asks what a peer asks after %s', async (_name, isPiecewise, content, artifacts) => {
  const pieces = isPiecewise ? ['Dear', ' Ada'] : ['Dear Ada'];
  const peer = peerOf(() => [
    task('TASK_STATE_WORKING'),
    ...pieces.map((text, index) => {
      const artifact = { artifactId: 'draft', parts: [{ text }] };
      return { artifactUpdate: { taskId: 't1', artifact, append: index > 0 } };
    }),
    { statusUpdate: task('TASK_STATE_INPUT_REQUIRED', 'Shall I send it?')['task'] ?? {} },
  ]);
  const emitted: string[] = [];
  const emit = (delta: Delta) => emitted.push('text' in delta ? delta.text : '');
  const reply = await createA2AAgent(PEER, { fetch: peer.fetch })([question], context({ emit }));
  expect(reply).toMatchObject({ content, expects_reply: true });
  expect(reply.artifacts ?? []).toHaveLength(artifacts);
  expect(content.startsWith(emitted.join(''))).toBe(true);
});

it('gives the answer alone where text is not streamed', async () => {
  const { fetch } = serve({ agentFn: talking('let me see', weather) });
  const emitted: Delta[] = [];
  const agent = createA2AAgent(ORIGIN, { fetch, streams: false });
  const emit = (delta: Delta) => emitted.push(delta);
  expect(await agent([question], context({ emit }))).toMatchObject({ content: 'let me see' });
  expect(emitted).toEqual([]);
});

function task(state: string, text?: string): JsonObject {
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: text ?? '' }] };
  const status = { state, ...(text !== undefined && { message }) };
  return { task: { id: 't1', contextId: 'c1', status } };
}

function context(more: Partial<AgentContext> = {}): AgentContext {
  return {
    tools: [],
    task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
    limits: DEFAULT_LIMITS,
    seed: 0,
    key: 'k1',
    attempt: 1,
    signal: new AbortController().signal,
    emit: () => {},
    ...more,
  };
}
