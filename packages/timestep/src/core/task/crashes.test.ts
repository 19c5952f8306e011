import { describe, expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import { getCrashCount } from './crashes.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildRecoveryEvents, type ProcessExit } from '../events/recover.ts';
import type { Task } from './task.ts';

const LOST: ProcessExit = { kind: 'lost', crashLimit: 3 };
const LEFT: ProcessExit = { kind: 'left' };
const TURN: TaskEvent = { type: 'task.resumed' };

function followedBy(task: Task, ...events: readonly TaskEvent[]): Task {
  return events.reduce(
    (before, event) =>
      apply(before, { ...event, generation: before.generation + 1, at: before.updatedAt + 1000 }),
    task,
  );
}

function after(task: Task, departure: ProcessExit): Task {
  return followedBy(task, ...buildRecoveryEvents(task, departure));
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
function againIn(task: Task): Task {
  return after(followedBy(task, TURN, startedTool('a', 2)), LOST);
}

it('holds a task that was under way when its process was lost, until its turn', () => {
  const held = after(calling, LOST);
  expect(getCrashCount(held)).toBe(1);
  expect(decide(held)).toEqual({ do: 'wait', for: 'turn' });
  expect(decide(followedBy(held, TURN))).toMatchObject({ do: 'call-tools' });
});

it('counts nothing where the process let go of the task', () => {
  const task = after(calling, LEFT);
  expect(getCrashCount(task)).toBe(0);
  expect(decide(task)).toMatchObject({ do: 'call-tools' });
});

it('gives a task up that was under way three times in a row, and says during what', () => {
  const twice = againIn(after(calling, LOST));
  expect(decide(twice)).toEqual({ do: 'wait', for: 'turn' });
  expect(decide(againIn(twice))).toMatchObject({
    do: 'finish',
    state: 'failed',
    error: {
      code: 'process_lost',
      message: expect.stringMatching(/3 times in a row .* call of tool boom: fix the cause/),
    },
  });
});

it('counts nothing against a task that was held', () => {
  const held = after(calling, LOST);
  expect(buildRecoveryEvents(held, LOST)).toEqual([]);
  expect(buildRecoveryEvents(held, LEFT)).toEqual([]);
});

it('holds it again where its process let go in the midst of its turn', () => {
  const left = after(followedBy(after(calling, LOST), TURN), LEFT);
  expect(getCrashCount(left)).toBe(1);
  expect(decide(left)).toEqual({ do: 'wait', for: 'turn' });
});

describe('what was done shows itself to be harmless', () => {
  const suspected = followedBy(after(calling, LOST), TURN, startedTool('a', 2));

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
    expect(getCrashCount(followedBy(suspected, event))).toBe(count);
  });

  it('but a model that replies says nothing for a tool that is never run again', () => {
    const never: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1 };
    const begun = taskOf(submitted(), user('x'), ...modelStep(1, [['a', 'boom']]), never);
    const asked = followedBy(after(begun, LOST), TURN, ...modelStep(2, [['a', 'boom']]), never);
    expect(getCrashCount(after(asked, LOST))).toBe(2);
  });
});

it('counts model calls, and what comes before any call', () => {
  const asking = taskOf(submitted(), user('x'), { type: 'model.started', step: 1, attempt: 1 });
  const replied = followedBy(
    after(asking, LOST),
    TURN,
    ...modelStep(1, 'done').map((event): TaskEvent => ({ ...event, attempt: 2 }) as TaskEvent),
  );
  expect(getCrashCount(after(asking, LOST))).toBe(1);
  expect(getCrashCount(replied)).toBe(0);
  const fresh = taskOf(submitted({ loadPrompt: true }), user('x'));
  const prepared = followedBy(after(fresh, LOST), TURN, { type: 'prompt.loaded', content: null });
  expect(getCrashCount(after(fresh, LOST))).toBe(1);
  expect(getCrashCount(prepared)).toBe(0);
});

it('hears of its end while it is held, and does not count the time as work', () => {
  const held = after(calling, LOST);
  const canceled = followedBy(held, user('y', 'm2'), { type: 'cancel.requested' });
  expect(decide(canceled)).toMatchObject({ do: 'finish', state: 'canceled' });
  expect(followedBy(held, user('y', 'm2'), TURN).workingMs).toBe(held.workingMs);
});
