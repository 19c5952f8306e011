import { expect, it } from 'vitest';
import type { Task, TaskEnd } from '#core';
import { getTurnEnd } from './turn-end.ts';

function ended(end: TaskEnd, finish_reason?: 'length'): Task {
  const message = {
    role: 'assistant',
    content: 'x',
    ...(finish_reason && { finish_reason }),
  } as const;
  const entries = { length: 1, last: { message, messageId: 'm', at: 1 }, before: undefined };
  return { end, entries } as Partial<Task> as Task;
}

const error = { code: 'timeout', message: 'too late' };

it.each([
  ['end_turn', ended({ state: 'completed', reason: 'final_answer' })],
  ['max_tokens', ended({ state: 'completed', reason: 'final_answer' }, 'length')],
  ['cancelled', ended({ state: 'canceled', reason: 'canceled' })],
  ['max_turn_requests', ended({ state: 'failed', reason: 'max_steps', error })],
] as const)('%s', (reason, task) => {
  expect(getTurnEnd(task)).toEqual({ kind: 'stopped', reason });
});

it('is a failure otherwise', () => {
  const failed = { kind: 'failed', error };
  expect(getTurnEnd(ended({ state: 'failed', reason: 'error', error }))).toEqual(failed);
  expect(getTurnEnd(ended({ state: 'failed', reason: 'time_limit', error }))).toEqual(failed);
  expect(getTurnEnd({ end: undefined } as Partial<Task> as Task)).toBeUndefined();
});
