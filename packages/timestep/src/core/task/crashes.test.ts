import { describe, expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import { findMostBlamedWork, getHighestCrashCount, isRetried } from './crashes.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildRecoveryEvents, computeRetryPause, type RunnerExit } from '../events/recover.ts';
import { decideAcceptance, type Submission } from '../events/submission.ts';
import type { Task } from './task.ts';

const LOST: RunnerExit = { kind: 'lost' };
const LEFT: RunnerExit = { kind: 'left' };
const BLAMED: RunnerExit = {
  kind: 'lost',
  culprit: { taskId: 't1', during: 'tool boom', kind: 'exit' },
};
const OTHER: RunnerExit = {
  kind: 'lost',
  culprit: { taskId: 't2', during: 'model', kind: 'on-stack' },
};
const TURN: TaskEvent = { type: 'task.resumed' };

function followedBy(task: Task, ...events: readonly TaskEvent[]): Task {
  return events.reduce(
    (before, event) =>
      apply(before, { ...event, generation: before.generation + 1, at: before.updatedAt + 1000 }),
    task,
  );
}

function after(task: Task, exit: RunnerExit): Task {
  return followedBy(task, ...buildRecoveryEvents(task, exit));
}

function startedTool(callId: string, attempt = 1): TaskEvent {
  return { type: 'tool.started', callId, attempt, replay: 'key' };
}

/** Two calls, of which `a` is under way. */
const calling = taskOf(
  submitted(),
  user('x'),
  ...modelStep(1, [
    ['a', 'boom'],
    ['b', 'calm'],
  ]),
  startedTool('a'),
);

/** The same call cut off once more, in its turn. */
function againIn(task: Task, exit: RunnerExit): Task {
  return after(followedBy(task, ...(task.isHeld ? [TURN] : []), startedTool('a', 2)), exit);
}

function timesLost(times: number, exit: RunnerExit): Task {
  let task = after(calling, exit);
  for (let time = 2; time <= times; time += 1) task = againIn(task, exit);
  return task;
}

describe('a process lost without evidence', () => {
  it('blames nobody, however often: the task is tried again, the first time at once', () => {
    expect(decide(timesLost(1, LOST))).toMatchObject({ do: 'call-tools' });
    const often = timesLost(20, LOST);
    expect(getHighestCrashCount(often)).toBe(20);
    expect(findMostBlamedWork(often)).toBeUndefined();
    expect(decide(often)).toEqual({ do: 'wait', for: 'turn' });
    expect(decide(followedBy(often, TURN))).toMatchObject({ do: 'call-tools' });
  });

  it('makes the pauses longer, and spreads them', () => {
    const longest = [0, 1, 2, 3, 4, 8, 9, 99].map((losses) => computeRetryPause(losses, 1));
    expect(longest).toEqual([0, 0, 1000, 2000, 4000, 64_000, 120_000, 120_000]);
    expect(computeRetryPause(4, 0)).toBe(1000);
  });

  it('records when the task continues', () => {
    const started = followedBy(timesLost(2, LOST), TURN, startedTool('a', 3));
    const begunAt = started.updatedAt;
    const [resumed] = buildRecoveryEvents(started, LOST, { now: begunAt + 200, random: 0 });
    expect(resumed).toMatchObject({ isHeld: true, notBefore: begunAt + 500 });
    expect(followedBy(started, ...(resumed ? [resumed] : [])).heldUntil).toBe(begunAt + 500);
    expect(timesLost(1, LOST).heldUntil).toBeUndefined();
  });

  it('does not pause after an attempt that took as long as the pause', () => {
    const started = followedBy(timesLost(2, LOST), TURN, startedTool('a', 3));
    const [resumed] = buildRecoveryEvents(started, LOST, { now: started.updatedAt + 500 });
    expect(resumed).not.toHaveProperty('isHeld');
    expect(resumed).toMatchObject({ afterCrash: true });
  });

  it('does not make a task wait that waited when it happened, and forgets its losses', () => {
    const free = after(timesLost(4, LOST), LOST);
    expect(getHighestCrashCount(free)).toBe(0);
    expect(decide(free)).toMatchObject({ do: 'call-tools' });
  });

  it('counts nothing where the process let go of the task, and keeps its pause', () => {
    expect(getHighestCrashCount(after(calling, LEFT))).toBe(0);
    expect(decide(after(calling, LEFT))).toMatchObject({ do: 'call-tools' });
    const held = timesLost(2, LOST);
    expect(buildRecoveryEvents(held, LEFT)).toEqual([]);
  });

  it('counts nothing against a task beside another that ended the process', () => {
    const beside = after(calling, OTHER);
    expect(getHighestCrashCount(beside)).toBe(0);
    expect(decide(beside)).toMatchObject({ do: 'call-tools' });
    expect(getHighestCrashCount(againIn(timesLost(3, LOST), OTHER))).toBe(0);
  });
});

describe('a task that ended its process', () => {
  const parked = timesLost(3, BLAMED);

  function answered(text: string, task = parked): Task {
    const submission: Submission = {
      agent: 'weather',
      principal: '',
      messageId: 'm9',
      taskId: 't1',
      message: { role: 'user', content: text },
    };
    const acceptance = decideAcceptance(task, submission);
    if (!acceptance.accepted) throw new Error(acceptance.refusal.message);
    return followedBy(task, ...acceptance.events);
  }

  it('is parked after the third time in a row, with a question', () => {
    expect(timesLost(2, BLAMED).parked).toBeUndefined();
    expect(parked).toMatchObject({
      state: 'input-required',
      parked: {
        question: {
          text: 'The call of tool boom has ended its process 3 times in a row. Go on or cancel?',
          options: ['go on', 'cancel'],
        },
      },
    });
    expect(decide(parked)).toEqual({ do: 'wait', for: 'answer' });
    expect(buildRecoveryEvents(parked, LOST)).toEqual([]);
  });

  it('is parked later with a higher limit, and never if it is canceled', () => {
    const twice = followedBy(timesLost(2, BLAMED), TURN, startedTool('a', 3));
    const events = buildRecoveryEvents(twice, BLAMED, { crashLimit: 4 });
    expect(followedBy(twice, ...events).parked).toBeUndefined();
    const canceled = followedBy(twice, { type: 'cancel.requested' });
    expect(decide(after(canceled, BLAMED))).toMatchObject({ do: 'finish', state: 'canceled' });
  });

  it('does not lose the blame while other processes are lost, but with a result', () => {
    const twice = timesLost(2, BLAMED);
    expect(findMostBlamedWork(after(twice, LOST))).toMatchObject({ blamed: 2 });
    expect(isRetried(after(twice, LOST), 'tool boom')).toBe(true);
    const returned: TaskEvent = { type: 'tool.returned', callId: 'a', content: 'ran' };
    expect(
      findMostBlamedWork(followedBy(twice, TURN, startedTool('a', 3), returned)),
    ).toBeUndefined();
  });

  it.each(['go on', 'Yes.', 'continue'])('goes on after "%s", without its counts', (text) => {
    const task = answered(text);
    expect(task).toMatchObject({ state: 'working', parked: undefined, crashes: [] });
    expect(decide(task)).toMatchObject({ do: 'call-tools' });
    expect(task.entries).toEqual(parked.entries);
  });

  it.each(['cancel', 'no'])('ends after "%s"', (text) => {
    expect(decide(answered(text))).toMatchObject({ do: 'finish', state: 'canceled' });
  });

  it('gives other words to the model instead of the calls', () => {
    const task = answered('leave out the boom');
    expect(task).toMatchObject({ state: 'working', parked: undefined, crashes: [], calls: [] });
    expect(decide(task)).toMatchObject({ do: 'call-model', step: 2 });
    expect(task.entries?.last.message).toEqual({ role: 'user', content: 'leave out the boom' });
  });
});

describe('what was done shows itself to be harmless', () => {
  const suspected = followedBy(after(calling, LOST), startedTool('a', 2));

  it.each<[string, TaskEvent, number]>([
    ['the call returned', { type: 'tool.returned', callId: 'a', content: 'ran' }, 0],
    [
      'the call failed',
      { type: 'tool.failed', callId: 'a', error: { code: 'c', message: 'm' } },
      0,
    ],
    ['another call returned', { type: 'tool.returned', callId: 'b', content: 'ran' }, 1],
    ['a message came', user('y', 'm2'), 1],
  ])('%s', (_name, event, count) => {
    expect(getHighestCrashCount(followedBy(suspected, event))).toBe(count);
  });

  it('but a model that replies says nothing for a tool that is never run again', () => {
    const never: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1 };
    const begun = taskOf(submitted(), user('x'), ...modelStep(1, [['a', 'boom']]), never);
    const asked = followedBy(after(begun, LOST), ...modelStep(2, [['a', 'boom']]), never);
    expect(getHighestCrashCount(after(asked, LOST))).toBe(2);
  });
});

it('counts model calls, and what comes before any call', () => {
  const asking = taskOf(submitted(), user('x'), { type: 'model.started', step: 1, attempt: 1 });
  const replied = followedBy(
    after(asking, LOST),
    ...modelStep(1, 'done').map((event): TaskEvent => ({ ...event, attempt: 2 }) as TaskEvent),
  );
  expect(getHighestCrashCount(after(asking, LOST))).toBe(1);
  expect(getHighestCrashCount(replied)).toBe(0);
  const fresh = taskOf(submitted({ loadPrompt: true }), user('x'));
  const prepared = followedBy(after(fresh, LOST), { type: 'prompt.loaded', content: null });
  expect(getHighestCrashCount(after(fresh, LOST))).toBe(1);
  expect(getHighestCrashCount(prepared)).toBe(0);
});

it('hears of its end while it is held, and does not count the time as work', () => {
  const held = timesLost(2, LOST);
  const canceled = followedBy(held, user('y', 'm2'), { type: 'cancel.requested' });
  expect(decide(canceled)).toMatchObject({ do: 'finish', state: 'canceled' });
  expect(followedBy(held, user('y', 'm2'), TURN).workingMs).toBe(held.workingMs);
});

it('keeps the meaning of logs in which an earlier release gave up', () => {
  const error = { code: 'process_lost', message: 'given up' };
  const task = followedBy(calling, { type: 'task.resumed', afterCrash: true, error });
  expect(decide(task)).toMatchObject({ do: 'finish', state: 'failed', error });
});
