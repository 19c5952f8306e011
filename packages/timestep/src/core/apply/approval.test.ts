import { expect, it } from 'vitest';
import { apply } from './apply.ts';
import { parseApproval } from '../message/parse-approval.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildRecoveryEvents } from '../events/recover.ts';
import { decideAcceptance, type Submission } from '../events/submission.ts';
import { buildTranscript, type Task } from '../task/task.ts';

const asked: readonly TaskEvent[] = [
  submitted(),
  user('pay'),
  ...modelStep(1, [
    ['a', 'pay'],
    ['b', 'look'],
  ]),
  { type: 'approval.requested', callId: 'a' },
  { type: 'tool.started', callId: 'b', attempt: 1 },
];
const waiting: readonly TaskEvent[] = [
  ...asked,
  { type: 'tool.returned', callId: 'b', content: 'seen' },
];

function sent(news: Partial<Submission>): Submission {
  return { agent: 'weather', principal: '', messageId: 'm2', ...news };
}

function events(task: Task, news: Partial<Submission>): readonly TaskEvent[] {
  const acceptance = decideAcceptance(task, sent(news));
  if (!acceptance.accepted) throw new Error(acceptance.refusal.code);
  return acceptance.events;
}

function after(task: Task, news: Partial<Submission>): Task {
  return events(task, news).reduce<Task>(
    (before, event) => apply(before, { ...event, generation: before.generation + 1, at: 99_000 }),
    task,
  );
}

it('a call that waits for a person delays no other call', () => {
  const task = taskOf(...asked);
  expect(task.state).toBe('working');
  expect(decide(task)).toEqual({ do: 'wait', for: 'effects' });
});

it('a task waits for input once only a person can bring it forward', () => {
  const task = taskOf(...waiting);
  expect(task.state).toBe('input-required');
  expect(decide(task)).toEqual({ do: 'wait', for: 'approval' });
  expect(buildRecoveryEvents(task, { kind: 'left' })).toEqual([]);
});

it('what is approved is called, and not asked about again', () => {
  const task = after(taskOf(...waiting), { approvals: [{ callId: 'a', approved: true }] });
  expect(task.state).toBe('working');
  expect(decide(task)).toMatchObject({
    do: 'call-tools',
    calls: [{ call: { id: 'a' }, attempt: 1, key: 't1:1:a', approved: true }],
  });
});

it('the model receives a denial with its reason', () => {
  const denied = { callId: 'a', approved: false, reason: 'too much' };
  const task = after(taskOf(...waiting), { approvals: [denied] });
  expect(decide(task)).toMatchObject({ do: 'call-model' });
  expect(buildTranscript(task).slice(-2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: '{"error":"denied","detail":"too much"}' },
    { role: 'tool', tool_call_id: 'b', content: 'seen' },
  ]);
});

it.each([
  ['Yes.', true],
  [' ok ', true],
  ['no', false],
])('a bare %j decides', (content, approved) => {
  expect(events(taskOf(...waiting), { message: { role: 'user', content } })).toEqual([
    { type: 'approval.decided', messageId: 'm2', callId: 'a', approved },
  ]);
});

it('other words decline the call and are heard', () => {
  const message = { role: 'user', content: 'yes, but only five' } as const;
  const task = after(taskOf(...waiting), { message });
  expect(buildTranscript(task).slice(-3)).toMatchObject([
    { tool_call_id: 'a', content: expect.stringContaining('not_executed') },
    { tool_call_id: 'b' },
    message,
  ]);
});

it('words that end in a long row of marks are heard at once, and are no decision', () => {
  const content = `${'!'.repeat(1_000_000)}a`;
  expect(parseApproval({ role: 'user', content })).toBeUndefined();
  expect(parseApproval({ role: 'user', content: `yes${'!'.repeat(1_000_000)}` })).toBe(true);
});

it('a yes means nothing to a task that waits for results as well', () => {
  const task = taskOf(
    submitted({
      clientTools: [{ type: 'function', function: { name: 'theirs', parameters: {} } }],
    }),
    user('pay'),
    ...modelStep(1, [
      ['a', 'pay'],
      ['b', 'theirs'],
    ]),
    { type: 'approval.requested', callId: 'a' },
  );
  expect(task.state).toBe('input-required');
  const [first] = events(task, { message: { role: 'user', content: 'yes' } });
  expect(first).toEqual({ type: 'calls.declined', messageId: 'm2' });
});

it.each([
  ['a call that needs no approval', 'b', 'unknown-call'],
  ['a call that is not there', 'z', 'unknown-call'],
])('a decision about %s is refused', (_, callId, code) => {
  const acceptance = decideAcceptance(
    taskOf(...waiting),
    sent({ approvals: [{ callId, approved: true }] }),
  );
  expect(acceptance).toMatchObject({ accepted: false, refusal: { code } });
});

it('a decision is refused where no call waits for one', () => {
  const task = taskOf(submitted(), user('hello'));
  const acceptance = decideAcceptance(task, sent({ approvals: [{ callId: 'a', approved: true }] }));
  expect(acceptance).toMatchObject({ refusal: { code: 'approval-without-request' } });
});

it('after a crash an approved call is not asked about again', () => {
  const approved: TaskEvent = {
    type: 'approval.decided',
    messageId: 'm2',
    callId: 'a',
    approved: true,
  };
  const started: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1, replay: 'safe' };
  const cut: TaskEvent = { type: 'tool.interrupted', callId: 'a' };
  expect(decide(taskOf(...waiting, approved, started, cut))).toMatchObject({
    calls: [{ attempt: 2, approved: true }],
  });
});
