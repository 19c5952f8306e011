import { ActivityFailure, RetryState, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { expect, it } from 'vitest';
import { findLostWorker } from './sleep-until.ts';

function failedWith(cause: Error): ActivityFailure {
  return new ActivityFailure(undefined, 'watchWorker', '1', RetryState.TIMEOUT, undefined, cause);
}

function timedOut(type: TimeoutType, details?: unknown): ActivityFailure {
  return failedWith(new TimeoutFailure(undefined, details, type));
}

it.each([
  ['names it', timedOut(TimeoutType.HEARTBEAT, '4711-0000-9f3c'), { process: '4711-9f3c' }],
  ['knows no name without a heartbeat', timedOut(TimeoutType.HEARTBEAT), {}],
  ['has lost none at another limit', timedOut(TimeoutType.START_TO_CLOSE, '4711-0000-9f3c')],
  ['has lost none after another failure', failedWith(new Error('refused'))],
  ['has lost none if the activity did not run', new Error('refused')],
])('a watched worker that is lost: %s', (_name, failure, lost?) => {
  expect(findLostWorker(failure)).toEqual(lost);
});
