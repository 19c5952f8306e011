import { expect, it } from 'vitest';
import { listValidEntries, type TaskEvent, type TaskSubmitted } from '#core';
import { call, finished, replied, said, started, taskAfter } from '../task.fixture.ts';
import { buildHistory } from './history.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

const ids = { contextId: 'c1', taskId: 't1' };
const calls = { content: '', tool_calls: [call('call_abc123')] };
const question = {
  ...ids,
  messageId: 'm1',
  role: 'ROLE_USER',
  parts: [{ text: "What's the weather in Oakland?" }],
};
const toolCalls = {
  ...ids,
  messageId: 't1:1',
  role: 'ROLE_AGENT',
  parts: [
    {
      data: {
        tool_calls: [
          { call_id: 'call_abc123', name: 'get_weather', arguments: { location: 'Oakland' } },
        ],
      },
      mediaType: 'application/json',
    },
  ],
  extensions: [TOOL_CALLS_EXTENSION],
};
const toolResults = {
  ...ids,
  messageId: 'm2',
  role: 'ROLE_USER',
  parts: [
    {
      data: {
        tool_results: [{ call_id: 'call_abc123', name: 'get_weather', output: 'sunny, 72°F' }],
      },
      mediaType: 'application/json',
    },
  ],
  extensions: [TOOL_CALLS_EXTENSION],
};
const answer = {
  ...ids,
  messageId: 't1:2',
  role: 'ROLE_AGENT',
  parts: [{ text: 'The weather in Oakland is sunny, 72°F' }],
};

const asking: TaskEvent[] = [said("What's the weather in Oakland?")];
const calling: TaskEvent[] = [...asking, started(), replied(calls)];
const telling: TaskEvent[] = [
  ...calling,
  results('m2', { callId: 'call_abc123', output: 'sunny, 72°F' }),
];
const answering: TaskEvent[] = [
  ...telling,
  started(2),
  replied({ content: 'The weather in Oakland is sunny, 72°F' }, 2),
  finished,
];

it.each([
  ['after the request', asking, [question]],
  ['after the tool calls', calling, [question, toolCalls]],
  ['when the results arrive', telling, [question, toolCalls, toolResults]],
  ['after the answer', answering, [question, toolCalls, toolResults, answer]],
])('holds what was said %s', (_name, events, history) => {
  expect(historyAfter(events)).toEqual(history);
});

it('shows neither calls nor results of an agent that hides them', () => {
  const hidden = (events: readonly TaskEvent[]): unknown => {
    const task = taskAfter(events);
    const history = buildHistory(task, listValidEntries(task), 'hidden');
    return history.map(({ messageId, parts }) => [messageId, parts]);
  };
  const asked = ['m1', question.parts];
  expect(hidden(telling)).toEqual([asked]);
  expect(hidden(answering)).toEqual([asked, ['t1:2', answer.parts]]);
  const talking = replied({ content: 'let me see', tool_calls: calls.tool_calls });
  expect(hidden([...asking, started(), talking])).toEqual([
    asked,
    ['t1:1', [{ text: 'let me see' }]],
  ]);
});

it('leaves out the conversation that a task continues', () => {
  const history = [{ role: 'user', content: 'earlier' } as const];
  expect(historyAfter(asking, { history })).toEqual([question]);
});

it('gathers what one client message brought, and keeps messages apart', () => {
  const three = { content: null, tool_calls: [call('a'), call('b'), call('c')] };
  const history = historyAfter([
    said('go'),
    started(),
    replied(three),
    results('m2', { callId: 'a', output: '1' }, { callId: 'c', output: '3' }),
    said('hurry', 'm2'),
    results('m3', { callId: 'b', output: '2' }),
  ]);
  expect(history.slice(2).map(({ messageId, parts }) => [messageId, parts.length])).toEqual([
    ['m2', 2],
    ['m3', 1],
  ]);
  expect(history[2]?.parts).toMatchObject([
    { data: { tool_results: [{ call_id: 'a' }, { call_id: 'c' }] } },
    { text: 'hurry' },
  ]);
});

it('shows results of tools that ran here as the agent’s', () => {
  const origin = { toolSite: 'server' } as const;
  const two = { content: 'let me see', tool_calls: [call('a'), call('b')] };
  const history = historyAfter(
    [
      said('go'),
      started(),
      replied(two),
      { type: 'tool.started', callId: 'a', attempt: 1 },
      { type: 'tool.started', callId: 'b', attempt: 1 },
      { type: 'tool.returned', callId: 'b', content: '2' },
      { type: 'tool.failed', callId: 'a', error: { code: 'no_wind', message: 'no_wind' } },
    ],
    origin,
  );
  expect(history[1]?.parts).toMatchObject([
    { text: 'let me see' },
    { data: { tool_calls: [{}, {}] } },
  ]);
  expect(history[2]).toMatchObject({
    messageId: 't1:1:results',
    role: 'ROLE_AGENT',
    parts: [
      {
        data: {
          tool_results: [
            { call_id: 'a', name: 'get_weather', output: '{"error":"no_wind"}' },
            { call_id: 'b', name: 'get_weather', output: '2' },
          ],
        },
      },
    ],
  });
});

it('has no place for messages that wait for a gap between steps', () => {
  expect(historyAfter([...asking, started(), said('hurry', 'm2')])).toEqual([question]);
});

it('keeps the metadata of a message, and gives an empty reply its one part', () => {
  const event = { ...said('go'), metadata: { trace: 'x' } } as TaskEvent;
  expect(historyAfter([event, started(), replied({ content: null })])).toMatchObject([
    { metadata: { trace: 'x' } },
    { parts: [{ text: '' }] },
  ]);
});

function results(
  messageId: string,
  ...given: { readonly callId: string; readonly output: string }[]
): TaskEvent {
  return { type: 'results.received', messageId, results: given };
}

function historyAfter(events: readonly TaskEvent[], origin: Partial<TaskSubmitted> = {}) {
  const task = taskAfter(events, origin);
  return buildHistory(task, listValidEntries(task));
}
