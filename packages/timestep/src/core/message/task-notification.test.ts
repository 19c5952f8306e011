import { expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import { getNotificationTurnCount, type TaskNotification } from './task-notification.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { mailboxItemToEvents } from '../events/mailbox.ts';
import type { Task } from '../task/task.ts';

const spent = { steps: 2, tokens: 20, cost_usd: 0.5 };
const arrival: TaskNotification = { task_id: 't2', agent: 'sky', spent };
const submission = {
  agent: 'desk',
  principal: 'ann',
  messageId: 'a1',
  message: { role: 'user', content: 'yes' },
  arrival,
} as const;

function heardBy(task: Task): { readonly events: readonly TaskEvent[]; readonly after: Task } {
  const events = mailboxItemToEvents(task, { kind: 'submission', submission });
  const after = events.reduce<Task>(
    (before, event) => apply(before, { ...event, generation: before.generation + 1, at: 1 }),
    task,
  );
  return { events, after };
}

const calling = [submitted(), user('go'), ...modelStep(1, [['a', 'ask']])];

it.each<[string, TaskEvent]>([
  ['answers no question', { type: 'question.asked', callId: 'a', question: { text: 'Sure?' } }],
  ['decides about no call', { type: 'approval.requested', callId: 'a' }],
])('what another agent says %s of the task that it comes to', (_name, waits) => {
  const task = taskOf(...calling, waits);
  const { events, after } = heardBy(task);
  expect(events).toEqual([
    { type: 'message.received', messageId: 'a1', message: submission.message, arrival },
  ]);
  expect(after.state).toBe('input-required');
  expect(after.calls).toEqual(task.calls);
  expect(after.inbox).toMatchObject([{ messageId: 'a1', arrival }]);
  expect(after.delegated).toEqual({ t2: spent });
});

it.each([
  [30, 1],
  [1, 0],
])('keeps the count of steps of %i, and one step to read it', (most, counted) => {
  const limits = { max_steps: most, time_limit_s: 60 };
  const answered = taskOf(submitted({ limits }), user('go'), ...modelStep(1, 'done'));
  const { after } = heardBy(answered);
  expect(after.turnSteps).toBe(counted);
  expect(decide(after).do).toBe('call-model');
});

it('reads how many turns answers have begun', () => {
  expect(getNotificationTurnCount({ 'dev.timestep/arrivals': 3 })).toBe(3);
  expect([
    getNotificationTurnCount({ 'dev.timestep/arrivals': -1 }),
    getNotificationTurnCount(undefined),
  ]).toEqual([0, 0]);
});
