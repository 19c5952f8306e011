import { describe, expect, it } from 'vitest';
import { TimestepError } from '../error.ts';
import { apply } from '../apply/apply.ts';
import { decide } from '../decide/decide.ts';
import { buildRecoveryEvents } from '../events/recover.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { getHighestCrashCount } from './crashes.ts';
import { getRetryAdvice, getModelRetryTime, type RetryAdvice } from './model-retry.ts';
import { isWaitingForModel, type Task } from './task.ts';

const HOUR = 3_600_000;
const error = { code: 'overloaded', message: 'the provider is overloaded' };

function failed(attempt: number, retryAt?: number): TaskEvent[] {
  return [
    { type: 'model.started', step: 1, attempt },
    { type: 'model.failed', step: 1, attempt, error, ...(retryAt !== undefined && { retryAt }) },
  ];
}

function plan(attempt: number, advice: RetryAdvice = {}, since = 0, now = since) {
  const task = taskOf(
    submitted({ limits: { max_steps: 3, time_limit_s: 9, model_patience_s: 60 } }),
  );
  return getModelRetryTime(
    { ...task, attempt, modelWait: { until: 0, since, error } },
    advice,
    now,
    0,
  );
}

describe('the plan of a retry', () => {
  it('doubles the pauses up to two minutes', () => {
    expect([1, 2, 3].map((attempt) => plan(attempt))).toEqual([250, 500, 1000]);
    const patient = taskOf(
      submitted({ limits: { max_steps: 3, time_limit_s: 9, model_patience_s: 86_400 } }),
    );
    expect(getModelRetryTime({ ...patient, attempt: 40 }, {}, 0, 0)).toBe(60_000);
    expect(getModelRetryTime({ ...patient, attempt: 40 }, {}, 0, 0.999)).toBeLessThan(120_001);
  });

  it('keeps a pause that the provider names, however long', () => {
    const patient = taskOf(
      submitted({ limits: { max_steps: 3, time_limit_s: 9, model_patience_s: 86_400 } }),
    );
    const advice = { retryAfterMs: 9 * HOUR };
    expect(getModelRetryTime({ ...patient, attempt: 1 }, advice, 5, 0)).toBe(9 * HOUR + 5);
  });

  it('ends when the patience is used up, counted from the first failure', () => {
    expect(plan(1, { retryAfterMs: 60_000 })).toBe(60_000);
    expect(plan(1, { retryAfterMs: 60_001 })).toBeUndefined();
    expect(plan(3, {}, 0, 58_000)).toBe(59_000);
    expect(plan(3, {}, 0, 59_500)).toBeUndefined();
  });

  it('ends after the last allowed attempt', () => {
    expect(plan(1, { maxAttempts: 2 })).toBe(250);
    expect(plan(2, { maxAttempts: 2 })).toBeUndefined();
  });
});

it('takes advice only from errors of this package that ask for a retry', () => {
  class ProviderError extends TimestepError {
    retryable = true;
    retryAfterMs = 5;
  }
  expect(getRetryAdvice(new ProviderError('x', 'y'))).toEqual({ retryAfterMs: 5 });
  expect(getRetryAdvice(new TimestepError('x', 'y'))).toBeUndefined();
  expect(getRetryAdvice({ retryable: true })).toBeUndefined();
  expect(getRetryAdvice(undefined)).toBeUndefined();
});

describe('a task whose model fails for a while', () => {
  const waiting = taskOf(submitted(), user('hi'), ...failed(1, 500));

  it('is working, and calls the model again at that time', () => {
    expect(waiting).toMatchObject({ state: 'working', modelWait: { until: 500, error } });
    expect(isWaitingForModel(waiting)).toBe(true);
    expect(decide(waiting)).toEqual({ do: 'call-model', step: 1, attempt: 2, notBefore: 500 });
  });

  it('does not count the wait as working time', () => {
    const at = waiting.updatedAt + 9 * HOUR;
    const next = { type: 'model.started', step: 1, attempt: 2, at } as const;
    const running = apply(waiting, { ...next, generation: waiting.generation + 1 });
    expect(running.workingMs).toBe(waiting.workingMs);
    expect(isWaitingForModel(running)).toBe(false);
    const reply: TaskEvent = { type: 'model.failed', step: 1, attempt: 2, error, retryAt: at };
    const again = apply(running, { ...reply, generation: running.generation + 1, at: at + 7 });
    expect(again.workingMs).toBe(waiting.workingMs + 7);
    expect(again.modelWait?.since).toBe(waiting.updatedAt);
  });

  it('shows a message that arrives meanwhile to the next attempt', () => {
    const told = followedBy(waiting, user('hurry'));
    expect(told.inbox).toEqual([]);
    expect(decide(told)).toMatchObject({ do: 'call-model', attempt: 2, notBefore: 500 });
  });

  it('shows a message that arrived during the failed attempt', () => {
    const [started, failure] = failed(1, 500);
    if (!started || !failure) throw new Error('no events');
    const task = taskOf(submitted(), user('hi'), started, user('hurry'), failure);
    expect(task.inbox).toEqual([]);
  });

  it('is canceled at once', () => {
    const canceled = followedBy(waiting, { type: 'cancel.requested' });
    expect(decide(canceled)).toMatchObject({ do: 'finish', state: 'canceled' });
  });

  it('forgets the failures after a reply', () => {
    expect(followedBy(waiting, ...modelStep(1, 'hello')).modelWait).toBeUndefined();
  });

  it('fails with the last error if no time of a retry is recorded', () => {
    const ended = followedBy(waiting, ...failed(2));
    expect(decide(ended)).toMatchObject({ do: 'finish', state: 'failed', error });
  });

  it('is not suspected if its process crashes', () => {
    const events = buildRecoveryEvents(waiting, { kind: 'lost' });
    expect(events.some((event) => 'error' in event)).toBe(false);
    expect(getHighestCrashCount(followedBy(waiting, ...events))).toBe(0);
  });
});

function followedBy(task: Task, ...events: TaskEvent[]): Task {
  return events.reduce(
    (before, event) =>
      apply(before, { ...event, generation: before.generation + 1, at: before.updatedAt }),
    task,
  );
}
