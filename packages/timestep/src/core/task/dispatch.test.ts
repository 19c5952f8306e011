import { describe, expect, it } from 'vitest';
import { buildRecoveryEvents } from '../events/recover.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { Dispatch } from './dispatch.ts';
import { snapshotToTask, taskToSnapshot } from './snapshot.ts';

const sent = { agent: 'https://peer.example', message_id: 't1:1' };
const sending: Dispatch = { state: 'sending', ...sent };
const accepted: Dispatch = { state: 'accepted', ...sent, task_id: 'p1' };
const question = { text: 'Send it again?', options: ['go on', 'cancel'] };

function reported(dispatch: Dispatch, key = 't1:1', attempt = 1): TaskEvent {
  return { type: 'dispatch.reported', key, attempt, dispatch };
}

const running: readonly TaskEvent[] = [
  submitted(),
  user('work'),
  { type: 'model.started', step: 1, attempt: 1 },
];

describe('of a step', () => {
  it('is kept until the step has a reply, over a loss of the process', () => {
    const lost: TaskEvent = { type: 'model.lost', step: 1, attempt: 1 };
    const task = taskOf(...running, reported(sending), reported(accepted), lost);
    expect(task.dispatch).toEqual(accepted);
    expect(snapshotToTask(taskToSnapshot(task)).dispatch).toEqual(accepted);
    expect(decide(task)).toMatchObject({ do: 'call-model', step: 1, attempt: 2 });
    expect(taskOf(...running, reported(accepted), ...modelStep(1, 'done').slice(1))).toMatchObject({
      dispatch: undefined,
    });
  });

  it('is forgotten where the agent does not have the message, or the step has failed', () => {
    expect(
      taskOf(...running, reported(sending), reported({ ...sending, state: 'unsent' })),
    ).toEqual(expect.objectContaining({ dispatch: undefined }));
    const error = { code: 'task-failed', message: 'no' };
    const failed: TaskEvent = { type: 'model.failed', step: 1, attempt: 1, error };
    expect(taskOf(...running, reported(accepted), failed).dispatch).toBeUndefined();
    expect(taskOf(...running, reported(accepted), { ...failed, retryAt: 9 }).dispatch).toEqual(
      accepted,
    );
  });

  it('ignores reports of earlier attempts and other steps', () => {
    expect(taskOf(...running, reported(sending, 't1:1', 2)).dispatch).toBeUndefined();
    expect(taskOf(...running, reported(sending, 't1:2')).dispatch).toBeUndefined();
  });

  it('waits for a person where nobody can tell, whose time is not the patience of the task', () => {
    const error = { code: 'receipt-unknown', message: 'unknown' };
    const asking: readonly TaskEvent[] = [
      ...running,
      reported(sending),
      { type: 'model.failed', step: 1, attempt: 1, error, retryAt: 4000, question },
      { type: 'task.parked', question },
    ];
    const task = taskOf(...asking);
    expect(task).toMatchObject({
      state: 'input-required',
      dispatch: { state: 'unknown' },
      parked: { question },
      modelWait: undefined,
    });
    expect(buildRecoveryEvents(task, { kind: 'lost' })).toEqual([]);
    const going = taskOf(...asking, { type: 'task.resumed', messageId: 'm2' });
    expect(decide(going)).toEqual({ do: 'call-model', step: 1, attempt: 2 });
    expect(going.dispatch).toEqual({ ...sending, state: 'unknown' });
  });
});

it('of a call is kept for its next attempt, and not for the call after an answer', () => {
  const calling: readonly TaskEvent[] = [
    submitted(),
    user('work'),
    ...modelStep(1, [['a', 'handoff']]),
    { type: 'tool.started', callId: 'a', attempt: 1, replay: 'key' },
    reported(accepted, 't1:1:a'),
  ];
  const cut = taskOf(...calling, { type: 'tool.interrupted', callId: 'a' });
  expect(decide(cut)).toMatchObject({ calls: [{ attempt: 2, dispatch: accepted }] });
  const asked = { text: 'Which?' };
  const answered = taskOf(
    ...calling,
    { type: 'question.asked', callId: 'a', question: asked },
    {
      type: 'question.answered',
      messageId: 'm2',
      callId: 'a',
      message: { role: 'user', content: 'that' },
    },
  );
  expect(answered.calls[0]?.dispatch).toBeUndefined();
  expect(decide(answered)).not.toHaveProperty('calls.0.dispatch');
});
