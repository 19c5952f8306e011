import { expect, it } from 'vitest';
import type { JsonObject, Message } from '#core';
import type { AgentFn } from '#engine/port';
import { serve, weather } from '../served.fixture.ts';
import { TOOL_CALLS_EXTENSION } from '../wire/tool-calls.ts';

const QUESTION = "What's the weather in Oakland?";
const ANSWER = 'The weather in Oakland is sunny, 72°F';
const tool_calls = [
  { call_id: 'call_abc123', name: 'get_weather', arguments: { location: 'Oakland' } },
];
const tool_results = [{ call_id: 'call_abc123', name: 'get_weather', output: ANSWER }];
const extensions = [TOOL_CALLS_EXTENSION];

/** The guide's weather flow: what a client sends, and what it is to see. */
const FLOWS = {
  '1.0': {
    method: 'SendMessage',
    send: (more: JsonObject): JsonObject => ({ message: { role: 'ROLE_USER', ...more } }),
    text: (text: string): JsonObject => ({ text }),
    data: (data: JsonObject): JsonObject => ({ data }),
    sentData: (data: JsonObject): JsonObject => ({ data, mediaType: 'application/json' }),
    task: (response: JsonObject) => (response['result'] as { task: JsonObject }).task,
    states: ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_COMPLETED'],
    user: { role: 'ROLE_USER' },
    agent: { role: 'ROLE_AGENT' },
  },
  '0.3': {
    method: 'message/send',
    send: (more: JsonObject): JsonObject => ({
      message: { kind: 'message', role: 'user', ...more },
    }),
    text: (text: string): JsonObject => ({ kind: 'text', text }),
    data: (data: JsonObject): JsonObject => ({ kind: 'data', data }),
    sentData: (data: JsonObject): JsonObject => ({ kind: 'data', data }),
    task: (response: JsonObject) => response['result'] as JsonObject,
    states: ['input-required', 'completed'],
    user: { kind: 'message', role: 'user' },
    agent: { kind: 'message', role: 'agent' },
  },
};

it.each(['1.0', '0.3'] as const)('goes through the weather flow in %s', async (version) => {
  const { method, send, text, data, sentData, task, states, user, agent } = FLOWS[version];
  const { agentFn, requests } = recorded(weather);
  const { rpc } = serve({ agentFn, systemPrompt: 'You are a weather assistant...' });

  // Step 2: the question; step 4: the task waits for the call.
  const asked = send({ messageId: 'm1', parts: [text(QUESTION)] });
  const waiting = task(await rpc(method, asked, version));
  const { id, contextId } = waiting as { id: string; contextId: string };
  const ids = { contextId, taskId: id };
  const question = { ...user, messageId: 'm1', ...ids, parts: [text(QUESTION)] };
  const calling = {
    ...agent,
    messageId: `${id}:1`,
    ...ids,
    parts: [sentData({ tool_calls })],
    extensions,
  };
  expect(waiting).toMatchObject({
    status: { state: states[0], message: calling },
    history: [question, calling],
  });
  expect(waiting).not.toHaveProperty('artifacts');

  // Step 6: the results come in; step 8: the task is done.
  const told = send({ messageId: 'm2', ...ids, parts: [data({ tool_results })] });
  const done = task(await rpc(method, told, version));
  const results = {
    ...user,
    messageId: 'm2',
    ...ids,
    parts: [sentData({ tool_results })],
    extensions,
  };
  const answer = { ...agent, messageId: `${id}:2`, ...ids, parts: [text(ANSWER)] };
  expect(done).toMatchObject({
    id,
    contextId,
    status: { state: states[1], message: answer },
    artifacts: [{ artifactId: 'answer-2', name: 'answer', parts: [text(ANSWER)] }],
    history: [question, calling, results, answer],
  });

  // Step 7: what the model is asked once the results are in.
  expect(requests[1]).toEqual([
    { role: 'system', content: 'You are a weather assistant...' },
    { role: 'user', content: QUESTION },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        {
          id: 'call_abc123',
          type: 'function',
          function: { name: 'get_weather', arguments: '{"location": "Oakland"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'call_abc123', content: ANSWER },
  ]);
});

it('takes the older forms of results: nested, and as text', async () => {
  for (const parts of [
    [{ data: { tool_results: [{ role: 'tool', tool_call_id: 'call_abc123', content: ANSWER }] } }],
    [{ text: JSON.stringify({ tool_results }) }],
  ]) {
    const { rpc } = serve({ agentFn: weather });
    const { send, text, task } = FLOWS['1.0'];
    const asked = send({ messageId: 'm1', parts: [text(QUESTION)] });
    const { id } = task(await rpc('SendMessage', asked, '1.0')) as { id: string };
    const told = send({ messageId: 'm2', taskId: id, parts });
    expect(task(await rpc('SendMessage', told, '1.0'))).toMatchObject({
      status: { message: { parts: [{ text: ANSWER }] } },
    });
  }
});

function recorded(inner: AgentFn): { readonly agentFn: AgentFn; readonly requests: Message[][] } {
  const requests: Message[][] = [];
  return {
    requests,
    agentFn: (messages, context) => {
      requests.push([...messages]);
      return inner(messages, context);
    },
  };
}
