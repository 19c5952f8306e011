import { expect, it } from 'vitest';
import { apply } from '../apply/apply.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from './event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildRecoveryEvents, type RunnerExit } from './recover.ts';
import { taskToSnapshot, snapshotToTask } from '../task/snapshot.ts';
import { buildTranscript, type Task } from '../task/task.ts';

const LEFT: RunnerExit = { kind: 'left' };

const called = [
  submitted(),
  user('x'),
  ...modelStep(1, [
    ['a', 'f'],
    ['b', 'g'],
  ]),
];

function recovered(task: Task): Task {
  let next = task;
  for (const event of buildRecoveryEvents(task, LEFT)) {
    next = apply(next, { ...event, generation: next.generation + 1, at: next.updatedAt });
  }
  return next;
}

it('makes a lost model call again as the next attempt, at an unknown cost', () => {
  const task = recovered(
    taskOf(submitted(), user('x'), { type: 'model.started', step: 1, attempt: 1 }),
  );
  expect(decide(task)).toEqual({ do: 'call-model', step: 1, attempt: 2 });
  expect(task.costUsd).toBeNull();
});

it.each(['safe', 'key'] as const)(
  'makes a call that is %s to repeat again, with the same key',
  (replay) => {
    const started: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1, replay };
    const task = recovered(taskOf(...called, started));
    expect(decide(task)).toMatchObject({
      do: 'call-tools',
      calls: [
        { key: 't1:1:a', attempt: 2 },
        { key: 't1:1:b', attempt: 1 },
      ],
    });
  },
);

it('tells the model of a call that must not be repeated', () => {
  const started: TaskEvent = { type: 'tool.started', callId: 'a', attempt: 1 };
  const returned: TaskEvent = { type: 'tool.returned', callId: 'b', content: 'fine' };
  const task = recovered(taskOf(...called, started, returned));
  expect(buildTranscript(task).slice(2)).toMatchObject([
    { role: 'tool', content: expect.stringContaining('may have run') },
    { role: 'tool', content: 'fine' },
  ]);
  expect(decide(task)).toMatchObject({ do: 'call-model', step: 2 });
});

it('has nothing to say of a task that waits or has ended', () => {
  const waiting = taskOf(
    submitted({ toolSite: 'client' }),
    user('x'),
    ...modelStep(1, [['a', 'f']]),
  );
  expect(buildRecoveryEvents(waiting, LEFT)).toEqual([]);
  expect(
    buildRecoveryEvents(
      taskOf(submitted(), { type: 'task.finished', state: 'failed', reason: 'error' }),
      LEFT,
    ),
  ).toEqual([]);
});

it('does not count the time in which no process worked', () => {
  const task = taskOf(...called);
  const [resumed] = buildRecoveryEvents(task, LEFT);
  expect(resumed).toEqual({ type: 'task.resumed' });
  const nextDay = {
    type: 'task.resumed',
    generation: task.generation + 1,
    at: 86_400_000,
  } as const;
  expect(apply(task, nextDay).workingMs).toBe(task.workingMs);
});

it('survives JSON as a snapshot', () => {
  const task = taskOf(...called, { type: 'tool.returned', callId: 'b', content: 'fine' });
  const stored = JSON.stringify(taskToSnapshot(task));
  const copy = snapshotToTask(JSON.parse(stored) as ReturnType<typeof taskToSnapshot>);
  expect(copy).toEqual(task);
  expect(decide(copy)).toEqual(decide(task));
});

it('keeps the names of the processes, if they are known', () => {
  const task = taskOf(submitted(), user('x'), { type: 'model.started', step: 1, attempt: 1 });
  const lost = { kind: 'lost', process: '7-9f3c' } as const;
  const resumed = { type: 'task.resumed', afterCrash: true };
  expect(buildRecoveryEvents(task, lost, { process: '8-77ab' })[0]).toEqual({
    ...resumed,
    lostProcess: '7-9f3c',
    newProcess: '8-77ab',
  });
  expect(buildRecoveryEvents(task, { kind: 'lost' })[0]).toEqual(resumed);
  const other = { taskId: 't2', kind: 'exit', during: 'model' } as const;
  expect(buildRecoveryEvents(task, { ...lost, culprit: other })[0]).toEqual({
    ...resumed,
    isBystander: true,
    lostProcess: '7-9f3c',
  });
});
