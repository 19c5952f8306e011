import { expect, it } from 'vitest';
import { apply } from './apply.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { mailboxItemToEvents } from '../events/mailbox.ts';
import type { AssistantMessage } from '../message/message.ts';
import { buildRecoveryEvents } from '../events/recover.ts';
import { taskToSnapshot, snapshotToTask } from '../task/snapshot.ts';
import { decideAcceptance, type Submission } from '../events/submission.ts';
import { buildTranscript, type Task } from '../task/task.ts';

const asked: readonly TaskEvent[] = [
  submitted(),
  user('book'),
  ...modelStep(1, [['a', 'book']]),
  { type: 'tool.started', callId: 'a', attempt: 1 },
  { type: 'question.asked', callId: 'a', question: { text: 'For whom?' } },
];

const said: Submission = {
  agent: 'weather',
  principal: '',
  messageId: 'm2',
  message: { role: 'user', content: 'for Ada' },
};

function after(task: Task, submission: Submission): Task {
  const acceptance = decideAcceptance(task, submission);
  if (!acceptance.accepted) throw new Error(acceptance.refusal.code);
  return acceptance.events.reduce<Task>(
    (before, event) => apply(before, { ...event, generation: before.generation + 1, at: 99_000 }),
    task,
  );
}

it('a question of a tool makes the task wait for words', () => {
  const task = taskOf(...asked);
  expect(task.state).toBe('input-required');
  expect(decide(task)).toEqual({ do: 'wait', for: 'answer' });
  expect(buildRecoveryEvents(task, { kind: 'left' })).toEqual([]);
});

it('the next message answers it, and the tool is called again under another key', () => {
  const task = after(taskOf(...asked), said);
  expect(decide(task)).toMatchObject({
    do: 'call-tools',
    calls: [
      {
        attempt: 1,
        key: 't1:1:a:1',
        answers: [{ text: 'for Ada', question: { text: 'For whom?' } }],
      },
    ],
  });
  expect(buildTranscript(task)).toHaveLength(2);
});

it('the answer stands with the result of the call, and not in the transcript', () => {
  const answered = { type: 'question.answered', messageId: 'm2', callId: 'a' } as const;
  const task = taskOf(
    ...asked,
    { ...answered, message: { role: 'user', content: 'for Ada' } },
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: 'booked' },
  );
  expect(buildTranscript(task).at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: 'booked',
  });
  expect(task.entries?.last.answered).toMatchObject([{ messageId: 'm2' }]);
  expect(snapshotToTask(taskToSnapshot(task))).toEqual(task);
});

it('keeps what is said of an answer', () => {
  const task = after(taskOf(...asked), { ...said, metadata: { from: 'a phone' } });
  expect(task.calls[0]?.answers).toMatchObject([
    { metadata: { from: 'a phone' }, question: { text: 'For whom?' } },
  ]);
});

it('a question is answered also while another call runs', () => {
  const task = taskOf(
    submitted(),
    user('book'),
    ...modelStep(1, [
      ['a', 'book'],
      ['b', 'look'],
    ]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.started', callId: 'b', attempt: 1 },
    { type: 'question.asked', callId: 'a', question: { text: 'For whom?' } },
  );
  expect(task.state).toBe('working');
  expect(after(task, said).calls[0]?.answers).toHaveLength(1);
  expect(after(task, said).inbox).toEqual([]);
});

it('a yes answers the question, and does not approve a call that waits beside it', () => {
  const task = taskOf(
    submitted(),
    user('book'),
    ...modelStep(1, [
      ['a', 'book'],
      ['b', 'pay'],
    ]),
    { type: 'approval.requested', callId: 'b' },
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'question.asked', callId: 'a', question: { text: 'A window seat?' } },
  );
  const next = after(task, { ...said, message: { role: 'user', content: 'yes' } });
  expect(next.calls.map(({ approval }) => approval)).toEqual([undefined, 'requested']);
  expect(next.calls[0]?.question).toBeUndefined();
});

it('of two answers by mail, the second is a message', () => {
  const task = taskOf(...asked);
  const first = mailboxItemToEvents(task, { kind: 'submission', submission: said });
  expect(first).toMatchObject([{ type: 'question.answered' }]);
  const [answer] = first;
  if (!answer) throw new Error('no event');
  const next = apply(task, { ...answer, generation: task.generation + 1, at: 1 });
  const second = { ...said, messageId: 'm3' };
  expect(mailboxItemToEvents(next, { kind: 'submission', submission: second })).toMatchObject([
    { type: 'message.received' },
  ]);
});

it('a reply that expects a reply makes the task wait, and the next message continues it', () => {
  const message = { role: 'assistant', content: 'Where to?', expects_reply: true } as const;
  const task = taskOf(
    submitted(),
    user('book'),
    { type: 'model.started', step: 1, attempt: 1 },
    { type: 'model.replied', step: 1, attempt: 1, message },
  );
  expect(task.state).toBe('input-required');
  expect(decide(task)).toEqual({ do: 'wait', for: 'answer' });
  const next = after(task, { ...said, message: { role: 'user', content: 'Rome' } });
  expect(next.state).toBe('working');
  expect(decide(next)).toMatchObject({ do: 'call-model', step: 2 });
  expect(buildTranscript(next).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

it('a reply that asks for credentials makes the task wait for the next message', () => {
  const task = endingWith({ content: 'Log in first.', reply_as: 'credentials-request' });
  expect([task.state, decide(task)]).toEqual(['input-required', { do: 'wait', for: 'answer' }]);
});

it('a reply that is a rejection ends the task as rejected', () => {
  const task = endingWith({ content: 'I do not book trains.', reply_as: 'rejection' });
  expect(decide(task)).toEqual({
    do: 'finish',
    state: 'rejected',
    reason: 'error',
    error: { code: 'rejected', message: 'the agent rejected the task; its last message says why' },
  });
});

it.each(['rejection', 'credentials-request', 'bare-message'] as const)(
  'a %s with calls is a reply with calls',
  (reply_as) => {
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'look', arguments: '{}' },
    } as const;
    const task = endingWith({ content: null, tool_calls: [call], reply_as });
    expect(decide(task)).toMatchObject({ do: 'call-tools' });
  },
);

it('a bare message completes the task as any answer does', () => {
  const task = endingWith({ content: 'Hi.', reply_as: 'bare-message' });
  expect(decide(task)).toEqual({ do: 'finish', state: 'completed', reason: 'final_answer' });
});

function endingWith(reply: Omit<AssistantMessage, 'role'>): Task {
  return taskOf(
    submitted(),
    user('book'),
    { type: 'model.started', step: 1, attempt: 1 },
    { type: 'model.replied', step: 1, attempt: 1, message: { role: 'assistant', ...reply } },
  );
}
