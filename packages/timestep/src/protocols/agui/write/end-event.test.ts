import { expect, it } from 'vitest';
import type { Task, TaskEnd, TaskState } from '#core';
import { buildEndEvent, toReadableEvent } from './end-event.ts';

const NONE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const RUN = { threadId: 't', runId: 'r', before: NONE };

function task(state: TaskState, end?: Omit<TaskEnd, 'state'>, usage: Task['usage'] = NONE): Task {
  return { id: 'one', state, end: end && { state, ...end }, calls: [], usage } as unknown as Task;
}

it.each([
  [task('completed', { reason: 'final_answer' }), { type: 'success' }],
  [task('input-required'), { type: 'success' }],
  [task('canceled', { reason: 'canceled' }), { type: 'cancelled' }],
])('says how a run ended that did not fail', (ended, outcome) => {
  expect(buildEndEvent(RUN, ended)).toEqual({
    type: 'RUN_FINISHED',
    threadId: 't',
    runId: 'r',
    outcome,
  });
});

it('counts a limit as a stop on purpose, and says which', () => {
  for (const reason of ['max_steps', 'time_limit', 'budget'] as const) {
    expect(buildEndEvent(RUN, task('failed', { reason }))).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'cancelled' },
      metadata: { reason },
    });
  }
});

it('says why a run failed', () => {
  const error = { code: 'agent_failed', message: 'out of order' };
  expect(buildEndEvent(RUN, task('failed', { reason: 'error', error }))).toEqual({
    type: 'RUN_ERROR',
    code: 'agent_failed',
    message: 'out of order',
  });
});

it('counts what the run itself has used', () => {
  const before = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
  const after = {
    prompt_tokens: 15,
    completion_tokens: 9,
    total_tokens: 24,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 2 },
  };
  const ended = buildEndEvent({ ...RUN, before }, task('completed', undefined, after));
  expect(ended.usage).toEqual([
    { inputTokens: 10, outputTokens: 4, totalTokens: 14, cachedInputTokens: 3, reasoningTokens: 2 },
  ]);
});

it.each([
  [task('canceled', { reason: 'canceled' }), undefined],
  [task('failed', { reason: 'budget' }), undefined],
  [task('completed', { reason: 'final_answer' }), { type: 'success' }],
])('leaves out an outcome that clients before 1.0 refuse', (ended, outcome) => {
  const event = buildEndEvent(RUN, ended);
  const old = toReadableEvent(event, { protocolVersion: undefined });
  expect(old).toMatchObject({ type: 'RUN_FINISHED' });
  expect('outcome' in old ? old.outcome : undefined).toEqual(outcome);
  expect(toReadableEvent(event, { protocolVersion: '1.0' })).toBe(event);
});
