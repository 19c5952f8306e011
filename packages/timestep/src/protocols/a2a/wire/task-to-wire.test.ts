import { expect, it } from 'vitest';
import type { TaskEvent } from '#core';
import { call, finished, replied, said, started, taskAfter } from '../task.fixture.ts';
import { taskToWire } from './task-to-wire.ts';

const asked: TaskEvent[] = [said('weather?'), started()];
const failure = { code: 'agent_failed', message: 'the model is on fire' };

it.each<[string, TaskEvent[], string]>([
  ['accepted', [said('weather?')], 'TASK_STATE_SUBMITTED'],
  ['at work', asked, 'TASK_STATE_WORKING'],
  [
    'in need of results',
    [...asked, replied({ content: null, tool_calls: [call('a')] })],
    'TASK_STATE_INPUT_REQUIRED',
  ],
  ['done', [...asked, replied({ content: 'sunny' }), finished], 'TASK_STATE_COMPLETED'],
  ['broken', [...asked, end('failed')], 'TASK_STATE_FAILED'],
  ['called off', [...asked, end('canceled')], 'TASK_STATE_CANCELED'],
  ['turned down', [said('weather?'), end('rejected')], 'TASK_STATE_REJECTED'],
])('tells a task that is %s', (_name, events, state) => {
  expect(taskToWire(taskAfter(events)).status.state).toBe(state);
});

it('tells when, in which conversation, and how far', () => {
  const task = taskAfter(asked, { metadata: { trace: 'x' } });
  expect(taskToWire(task)).toMatchObject({
    id: 't1',
    contextId: 'c1',
    status: { timestamp: '2026-01-31T12:00:02.000Z' },
    metadata: { trace: 'x', generation: 3 },
  });
});

it('asks for tool calls with the words that came with them', () => {
  const reply = { content: 'let me see', tool_calls: [call('a')] };
  const { status } = taskToWire(taskAfter([...asked, replied(reply)]));
  expect(status.message).toMatchObject({
    messageId: 't1:1',
    role: 'ROLE_AGENT',
    parts: [{ text: 'let me see' }, { data: { tool_calls: [{ call_id: 'a' }] } }],
  });
});

it('asks for what is still open, under another id', () => {
  const reply = { content: null, tool_calls: [call('a'), call('b')] };
  const given: TaskEvent = {
    type: 'results.received',
    messageId: 'm2',
    results: [{ callId: 'a', output: '1' }],
  };
  const { status } = taskToWire(taskAfter([...asked, replied(reply), given]));
  expect(status.message).toMatchObject({
    messageId: 't1:1:1-open',
    parts: [{ data: { tool_calls: [{ call_id: 'b' }] } }],
  });
});

it('gives the answer as the status message and as an artifact, and narration only in the history', () => {
  const events = [
    ...asked,
    replied({ content: 'let me see', tool_calls: [call('a')] }),
    {
      type: 'results.received',
      messageId: 'm2',
      results: [{ callId: 'a', output: 'sunny' }],
    } as const,
    started(2),
    replied({ content: 'it is sunny' }, 2),
    finished,
  ];
  const task = taskToWire(taskAfter(events));
  expect(task.status.message?.parts).toEqual([{ text: 'it is sunny' }]);
  expect(task.artifacts).toEqual([
    { artifactId: 'answer-2', name: 'answer', parts: [{ text: 'it is sunny' }] },
  ]);
  expect(task.history?.[1]?.parts[0]).toEqual({ text: 'let me see' });
});

it('says what went wrong, and nothing of a cancelation', () => {
  const { status } = taskToWire(taskAfter([...asked, end('failed')]));
  expect(status.message?.parts).toEqual([{ text: 'the model is on fire' }]);
  expect(taskToWire(taskAfter([...asked, end('canceled')])).status).not.toHaveProperty('message');
});

it.each([
  [undefined, ['m1', 't1:1']],
  [5, ['m1', 't1:1']],
  [1, ['t1:1']],
  [0, undefined],
])('shows the last %s messages', (historyLength, ids) => {
  const task = taskAfter([...asked, replied({ content: 'sunny' }), finished]);
  const { history } = taskToWire(task, { historyLength });
  expect(history?.map(({ messageId }) => messageId)).toEqual(ids);
});

it('leaves artifacts out where they are not asked for', () => {
  const task = taskAfter([...asked, replied({ content: 'sunny' }), finished]);
  expect(taskToWire(task, { includeArtifacts: false })).not.toHaveProperty('artifacts');
});

function end(state: 'failed' | 'canceled' | 'rejected'): TaskEvent {
  if (state === 'canceled') return { type: 'task.finished', state, reason: 'canceled' };
  return { type: 'task.finished', state, reason: 'error', error: failure };
}
