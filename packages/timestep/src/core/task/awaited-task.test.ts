import { expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import { hasRemoteTask } from './awaited-task.ts';
import { buildMissingTaskOutcome, buildTaskOutcome } from './task-outcome.ts';
import { getHighestCrashCount } from './crashes.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { mailboxItemToEvents, awaitedOutcomeToEvents } from '../events/mailbox.ts';
import { buildRecoveryEvents } from '../events/recover.ts';
import { taskToSnapshot, snapshotToTask } from './snapshot.ts';
import { decideAcceptance } from '../events/submission.ts';
import { getCallKey, isWaitingOnlyForTasks, buildTranscript, type Task } from './task.ts';

const awaits = { task_id: 't2', state: { place: 1 } };
const outcome = { task_id: 't2', state: 'completed', text: 'sunny' } as const;

/** A task with the calls `a`, `b`, … of which the first has begun to wait for another task. */
function suspended(...others: readonly string[]): TaskEvent[] {
  const calls = ['a', ...others].map((id) => [id, 'ask'] as const);
  return [
    submitted(),
    user('go'),
    ...modelStep(1, calls),
    { type: 'tool.started', callId: 'a', attempt: 1, replay: 'safe' },
    ...others.map((callId): TaskEvent => ({ type: 'tool.started', callId, attempt: 1 })),
    { type: 'call.suspended', callId: 'a', awaits },
  ];
}

function after(task: Task, events: readonly TaskEvent[], at = task.updatedAt + 1000): Task {
  return events.reduce<Task>(
    (before, event) => apply(before, { ...event, generation: before.generation + 1, at }),
    task,
  );
}

it('a call that waits for a task makes its task wait, which stays working', () => {
  const task = taskOf(...suspended());
  expect(task.state).toBe('working');
  expect(isWaitingOnlyForTasks(task)).toBe(true);
  expect(decide(task)).toEqual({ do: 'wait', for: 'task' });
  expect(buildRecoveryEvents(task, { kind: 'lost' })).toEqual([]);
});

it('the time of a task that waits stands still', () => {
  const task = taskOf(...suspended());
  const late = after(task, [{ type: 'call.resumed', callId: 'a', outcome }], 9_000_000);
  expect(late.workingMs).toBe(task.workingMs);
});

it('the time of a task counts while another of its calls runs', () => {
  const task = taskOf(...suspended('b'));
  expect(isWaitingOnlyForTasks(task)).toBe(false);
  expect(decide(task)).toEqual({ do: 'wait', for: 'effects' });
  const returned = { type: 'tool.returned', callId: 'b', content: 'ran' } as const;
  const next = after(task, [returned]);
  expect(next.workingMs).toBe(task.workingMs + 1000);
  expect(isWaitingOnlyForTasks(next)).toBe(true);
});

it('the tool is called again under another key, with what became of the task', () => {
  const task = taskOf(...suspended());
  const resumed = after(task, awaitedOutcomeToEvents(task, 't1:1:a', outcome));
  expect(decide(resumed)).toMatchObject({
    do: 'call-tools',
    calls: [{ attempt: 1, key: 't1:1:a:1', awaited: [{ ...outcome, awaits }] }],
  });
  const started = { type: 'tool.started', callId: 'a', attempt: 1 } as const;
  const done = after(resumed, [started, { type: 'tool.returned', callId: 'a', content: 'sunny' }]);
  expect(buildTranscript(done).at(-1)).toMatchObject({ role: 'tool', content: 'sunny' });
  expect(snapshotToTask(taskToSnapshot(done))).toEqual(done);
});

it('an outcome is taken once, and by the call that it is for', () => {
  const task = taskOf(...suspended());
  expect(awaitedOutcomeToEvents(task, 't1:1:a:1', outcome)).toEqual([]);
  const resumed = after(task, awaitedOutcomeToEvents(task, 't1:1:a', outcome));
  expect(awaitedOutcomeToEvents(resumed, 't1:1:a', outcome)).toEqual([]);
  const again = after(resumed, [
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'call.suspended', callId: 'a', awaits },
  ]);
  expect(awaitedOutcomeToEvents(again, 't1:1:a', outcome)).toEqual([]);
  expect(awaitedOutcomeToEvents(again, 't1:1:a:1', outcome)).toHaveLength(1);
});

it('answers and awaited tasks count together in the key', () => {
  const task = taskOf(...suspended());
  const asked = after(task, [
    ...awaitedOutcomeToEvents(task, 't1:1:a', outcome),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'question.asked', callId: 'a', question: { text: 'For whom?' } },
  ]);
  const said = { agent: 'weather', principal: '', messageId: 'm2' };
  const message = { role: 'user', content: 'Ada' } as const;
  const mail = { kind: 'submission', submission: { ...said, message } } as const;
  const answered = after(asked, mailboxItemToEvents(asked, mail));
  expect(decide(answered)).toMatchObject({ calls: [{ key: 't1:1:a:2' }] });
});

it('words to a task that waits are kept for afterwards, and decline nothing', () => {
  const task = taskOf(...suspended());
  const message = { role: 'user', content: 'and more' } as const;
  const sent = { agent: 'weather', principal: '', messageId: 'm2', message };
  const acceptance = decideAcceptance(task, sent);
  if (!acceptance.accepted) throw new Error(acceptance.refusal.code);
  expect(acceptance.events.map(({ type }) => type)).toEqual(['message.received']);
  expect(after(task, acceptance.events).inbox).toHaveLength(1);
});

it('a person is asked also while another call waits for a task', () => {
  const task = taskOf(...suspended('b'), {
    type: 'question.asked',
    callId: 'b',
    question: { text: 'For whom?' },
  });
  expect(task.state).toBe('input-required');
  expect(decide(task)).toEqual({ do: 'wait', for: 'answer' });
  expect(after(task, awaitedOutcomeToEvents(task, 't1:1:a', outcome)).state).toBe('working');
});

it('a cancel ends a task that waits at once', () => {
  const task = after(taskOf(...suspended()), [{ type: 'cancel.requested' }]);
  expect(isWaitingOnlyForTasks(task)).toBe(false);
  expect(decide(task)).toMatchObject({ do: 'finish', state: 'canceled' });
});

it('a call that waits has not lost a process', () => {
  const [submission, said, started, replied, begun] = suspended();
  if (!submission || !said || !started || !replied || !begun) throw new Error('too few events');
  const lost = [
    submission,
    said,
    started,
    replied,
    begun,
    { type: 'task.resumed' as const, afterCrash: true },
  ];
  const again: TaskEvent[] = [
    ...lost,
    { type: 'tool.interrupted', callId: 'a' },
    { type: 'call.suspended', callId: 'a', awaits },
  ];
  expect(getHighestCrashCount(taskOf(...lost))).toBe(1);
  expect(getHighestCrashCount(taskOf(...again))).toBe(0);
});

it('an outcome says how a task ended', () => {
  const ended = taskOf(submitted(), user('go'), ...modelStep(1, 'sunny'), {
    type: 'task.finished',
    state: 'completed',
    reason: 'final_answer',
  });
  const spent = { steps: 1, tokens: 0, cost_usd: 0 };
  expect(buildTaskOutcome(ended)).toEqual({
    task_id: 't1',
    state: 'completed',
    text: 'sunny',
    spent,
  });
  const error = { code: 'agent_failed', message: 'on fire' };
  const failed = taskOf(submitted(), {
    type: 'task.finished',
    state: 'failed',
    reason: 'error',
    error,
  });
  expect(buildTaskOutcome(failed)).toEqual({ task_id: 't1', state: 'failed', error });
  expect(buildMissingTaskOutcome('t9')).toMatchObject({
    state: 'failed',
    error: { code: 'task-not-found' },
  });
});

it('an outcome says what a task asks, without what its tool remembers', () => {
  const question = { text: 'For whom?', options: ['Ada'], state: { secret: 1 } };
  const asking = taskOf(
    submitted(),
    user('go'),
    ...modelStep(1, [
      ['a', 'ask'],
      ['b', 'pay'],
    ]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'question.asked', callId: 'a', question },
    { type: 'approval.requested', callId: 'b' },
  );
  expect(buildTaskOutcome(asking)).toEqual({
    task_id: 't1',
    state: 'input-required',
    question: { text: 'For whom?', options: ['Ada'] },
    approvals: [{ call_id: 'b', name: 'pay', arguments: '{}' }],
    spent: { steps: 1, tokens: 0, cost_usd: 0 },
  });
  const message = { role: 'assistant', content: 'Where to?', expects_reply: true } as const;
  const wondering = taskOf(
    submitted(),
    user('go'),
    { type: 'model.started', step: 1, attempt: 1 },
    { type: 'model.replied', step: 1, attempt: 1, message },
  );
  expect(buildTaskOutcome(wondering).question).toEqual({ text: 'Where to?' });
  expect(buildTaskOutcome(wondering, { timed_out: true }).timed_out).toBe(true);
});

it('an outcome is bounded in size, and says so', () => {
  const parts = [{ type: 'text', text: 'x'.repeat(200_000) }] as const;
  const artifacts = ['one', 'two'].map((artifact_id) => ({ artifact_id, parts }));
  const message = { role: 'assistant', content: 'y'.repeat(100_000), artifacts } as const;
  const ended = taskOf(
    submitted(),
    user('go'),
    { type: 'model.started', step: 1, attempt: 1 },
    { type: 'model.replied', step: 1, attempt: 1, message },
    { type: 'task.finished', state: 'completed', reason: 'final_answer' },
  );
  const bounded = buildTaskOutcome(ended);
  expect(bounded).toMatchObject({ cut: true, artifacts: [{ artifact_id: 'one' }] });
  expect(bounded.text).toHaveLength(64 * 1024);
});

it('a call that looks at another server may be made again after a crash, whatever its tool says', () => {
  const started = { type: 'tool.started', callId: 'a', attempt: 1, replay: 'never' } as const;
  const gone = buildMissingTaskOutcome('mcp:t9');
  const calls = [submitted(), user('go'), ...modelStep(1, [['a', 'ask']]), started];
  const cut = { type: 'tool.interrupted', callId: 'a' } as const;
  for (const [elsewhere, status] of [
    [{ elsewhere: true }, 'planned'],
    [{}, 'done'],
  ] as const) {
    const waits: TaskEvent[] = [
      { type: 'call.suspended', callId: 'a', awaits: { task_id: 'mcp:t9', ...elsewhere } },
      { type: 'call.resumed', callId: 'a', outcome: gone },
      started,
    ];
    const running = taskOf(...calls, ...waits);
    const [call] = running.calls;
    expect(call && hasRemoteTask(call)).toBe(elsewhere.elsewhere === true);
    const lost = taskOf(...calls, ...waits, cut);
    expect(lost.calls[0]?.status ?? 'done').toBe(status);
  }
  expect(hasRemoteTask({})).toBe(false);
});

it('of a task at another server the log says that it goes on', () => {
  const events: TaskEvent[] = [
    submitted(),
    user('go'),
    ...modelStep(1, [['a', 'ask']]),
    { type: 'tool.started', callId: 'a', attempt: 1, replay: 'never' },
    { type: 'call.suspended', callId: 'a', awaits: { task_id: 'mcp:t9', elsewhere: true } },
  ];
  const task = taskOf(...events);
  const [state] = task.calls;
  const key = state ? getCallKey(task, state) : '';
  expect(awaitedOutcomeToEvents(task, key, buildMissingTaskOutcome('mcp:t9'))).toEqual([
    { type: 'call.resumed', callId: 'a', outcome: { task_id: 'mcp:t9', state: 'working' } },
  ]);
});
