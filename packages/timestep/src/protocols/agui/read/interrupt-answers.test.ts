import { expect, it } from 'vitest';
import type { JsonValue, Task } from '#core';
import { listInterrupts } from '../write/end-event.ts';
import { readInterruptAnswers } from './interrupt-answers.ts';

const called = { name: 'book', arguments: '{"what":"a room"}' };
const TASK = {
  id: 'a:task',
  calls: [
    {
      call: { id: 'c:1', type: 'function', function: called },
      status: 'planned',
      approval: 'requested',
      judged: { reason: 'It costs money.' },
    },
    {
      call: { id: 'c2', type: 'function', function: called },
      status: 'planned',
      question: { text: 'Who?', state: { secret: 1 } },
    },
    {
      call: { id: 'c3', type: 'function', function: called },
      status: 'planned',
      question: { text: 'Where?' },
    },
  ],
} as unknown as Task;

const [approval, question, ...others] = listInterrupts(TASK);

function answering(id: string | undefined, payload?: JsonValue, status = 'resolved') {
  const entry = { path: 'resume[0]', interruptId: id ?? '', payload };
  return readInterruptAnswers([{ ...entry, status: status === 'resolved' ? status : 'cancelled' }]);
}

it('asks for decisions, and for one answer at a time', () => {
  expect(others).toEqual([]);
  expect(approval).toMatchObject({
    reason: 'tool_call',
    toolCallId: 'c:1',
    message: 'May I call book({"what":"a room"}) (It costs money.)?',
    metadata: { name: 'book', arguments: { what: 'a room' } },
  });
  expect(question).toEqual({
    id: 'question:a%3Atask:c2',
    reason: 'input_required',
    toolCallId: 'c2',
    message: 'Who?',
    responseSchema: { type: 'string' },
  });
});

it.each<[JsonValue | undefined, string, object]>([
  [true, 'resolved', { approved: true }],
  ['No.', 'resolved', { approved: false }],
  [
    { approved: true, arguments: { a: 1 }, scope: 'session' },
    'resolved',
    {
      approved: true,
      arguments: '{"a":1}',
      scope: 'session',
    },
  ],
  [{ approved: false, reason: 'dear' }, 'resolved', { approved: false, reason: 'dear' }],
  [undefined, 'cancelled', { approved: false }],
])('reads the decision that its own interrupt asked for: %j %s', (payload, status, decision) => {
  expect(answering(approval?.id, payload, status)).toEqual({
    taskId: 'a:task',
    approvals: [{ callId: 'c:1', ...decision }],
  });
});

it.each<[JsonValue, JsonValue]>([
  ['Ada', 'Ada'],
  [7, '7'],
  [{ name: 'Ada' }, [{ type: 'data', data: { name: 'Ada' } }]],
])('reads the answer to a question: %j', (payload, content) => {
  const answers = answering(question?.id, payload);
  expect(answers).toEqual({ taskId: 'a:task', approvals: [], message: { role: 'user', content } });
});

it.each<[string, JsonValue]>([
  ['resume[0].payload', 'perhaps'],
  ['resume[0].payload', null],
  ['resume[0].payload.approved', { approved: 'maybe' }],
  ['resume[0].payload.reason', { approved: true, reason: 1 }],
  ['resume[0].payload.arguments', { approved: true, arguments: '{}' }],
  ['resume[0].payload.scope', { approved: true, scope: 'forever' }],
])('refuses what is no decision: %s', (field, payload) => {
  expect(() => answering(approval?.id, payload)).toThrow(expect.objectContaining({ field }));
});

it('refuses answers to two tasks, or to two questions', () => {
  const entry = (interruptId: string, index: number) =>
    ({ path: `resume[${index}]`, interruptId, status: 'cancelled', payload: undefined }) as const;
  expect(() => readInterruptAnswers([entry('approval:a:c', 0), entry('approval:b:c', 1)])).toThrow(
    'resume[1].interruptId belongs to a different run',
  );
  expect(() => readInterruptAnswers([entry('question:a:c', 0), entry('question:a:d', 1)])).toThrow(
    'resume[1] answers a second question',
  );
  expect(readInterruptAnswers([])).toBe(undefined);
});
