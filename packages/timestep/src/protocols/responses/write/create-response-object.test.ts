import { describe, expect, it } from 'vitest';
import type { EndReason, Task, TaskState } from '#core';
import { readCreateRequest } from '../read/create-request.ts';
import type { ResponseStatus } from '../wire/response-object.ts';
import { getResponseOutcome } from './response-outcome.ts';
import {
  createStartedResponse,
  createEndedResponse,
  createFinalResponseEvent,
  createResponseOfUnreadableTask,
} from './create-response-object.ts';

const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const begun = createStartedResponse(
  'resp_1',
  'assistant',
  1_790_000_000_999,
  readCreateRequest({ input: 'x', temperature: 0.5 }).echo,
);

function taskIn(state: TaskState, reason?: EndReason, usage = NO_USAGE): Task {
  const error = { code: 'quota', message: 'the key has no credit' };
  const end = reason === undefined ? undefined : { state, reason, error };
  return { state, end, usage } as unknown as Task;
}

describe('getResponseOutcome', () => {
  const error = { type: 'server_error', code: 'server_error', message: 'the key has no credit' };
  const cut = (reason: string) => ({ error: null, incomplete_details: { reason } });
  const fine = { error: null, incomplete_details: null };

  it.each<[TaskState, EndReason | undefined, ResponseStatus, object]>([
    ['completed', 'final_answer', 'completed', fine],
    ['input-required', undefined, 'completed', fine],
    ['failed', 'error', 'failed', { error, incomplete_details: null }],
    ['rejected', 'error', 'failed', { error, incomplete_details: null }],
    ['failed', 'max_steps', 'incomplete', cut('max_steps')],
    ['failed', 'time_limit', 'incomplete', cut('time_limit')],
    ['canceled', 'canceled', 'cancelled', fine],
    ['working', undefined, 'cancelled', fine],
  ])('tells a task that is %s (%s) as %s', (state, reason, status, rest) => {
    expect(getResponseOutcome(taskIn(state, reason))).toEqual({ status, ...rest });
  });
});

describe('a response', () => {
  it('begins empty, with times in seconds', () => {
    expect(begun).toMatchObject({
      created_at: 1_790_000_000,
      completed_at: null,
      status: 'in_progress',
      output: [],
      usage: null,
      temperature: 0.5,
    });
  });

  it('ends with what it alone has used', () => {
    const before = taskIn('working', undefined, {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
    });
    const after = taskIn('completed', 'final_answer', {
      prompt_tokens: 25,
      completion_tokens: 8,
      total_tokens: 33,
    });
    expect(createEndedResponse(begun, [], before, after, 1_790_000_002_000)).toMatchObject({
      completed_at: 1_790_000_002,
      usage: { input_tokens: 15, output_tokens: 3, total_tokens: 18 },
    });
  });

  it.each<[ResponseStatus, string]>([
    ['completed', 'response.completed'],
    ['failed', 'response.failed'],
    ['incomplete', 'response.incomplete'],
    ['cancelled', 'response.incomplete'],
  ])('that is %s ends its stream with %s', (status, type) => {
    expect(createFinalResponseEvent({ ...begun, status }).type).toBe(type);
  });

  it('is failed where its task was lost', () => {
    expect(createResponseOfUnreadableTask(begun, [])).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    });
  });
});
