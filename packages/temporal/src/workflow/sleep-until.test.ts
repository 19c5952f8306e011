import { ActivityFailure, TimeoutFailure } from '@temporalio/workflow';
import { expect, it } from 'vitest';
import { findLostWorker } from './sleep-until.ts';

function failedWith(cause: Error): ActivityFailure {
  return new ActivityFailure(undefined, 'watchWorker', '1', 'TIMEOUT', undefined, cause);
}

function timedOut(type: TimeoutFailure['timeoutType'], details?: unknown): ActivityFailure {
  return failedWith(new TimeoutFailure(undefined, details, type));
}

it.each([
  ['names it', timedOut('HEARTBEAT', '4711-0000-9f3c'), { process: '4711-9f3c' }],
  ['knows no name without a heartbeat', timedOut('HEARTBEAT'), {}],
  ['has lost none at another limit', timedOut('START_TO_CLOSE', '4711-0000-9f3c')],
  ['has lost none after another failure', failedWith(new Error('refused'))],
  ['has lost none if the activity did not run', new Error('refused')],
])('a watched worker that is lost: %s', (_name, failure, lost?) => {
  expect(findLostWorker(failure)).toEqual(lost);
});
