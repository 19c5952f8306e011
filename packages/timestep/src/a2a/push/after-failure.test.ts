import { expect, it } from 'vitest';
import { afterFailure, type AfterFailure, type FailedDelivery } from './after-failure.ts';
import { PushError } from './post-notification.ts';

const gone = new PushError('gone', 'answered with 410');
const notTaken = new PushError('not-taken', 'answered with 500');

const failed: FailedDelivery = {
  failures: 3,
  hasTaken: false,
  isCalledOff: false,
  thrown: notTaken,
};

it.each<[string, Partial<FailedDelivery>, AfterFailure]>([
  ['is tried later', {}, { kind: 'retry', failures: 4, delayMs: 8000 }],
  ['has all its chances after it took one', { hasTaken: true }, first()],
  ['is given up in the end', { failures: 49 }, { kind: 'give-up', failures: 50 }],
  ['has all its chances when asked for anew', { failures: 50 }, first()],
  ['is discarded when the receiver is gone', { thrown: gone }, { kind: 'discard' }],
  ['is not blamed for being called off', { isCalledOff: true }, { kind: 'return', failures: 3 }],
  [
    'is not discarded when called off',
    { isCalledOff: true, thrown: gone, hasTaken: true },
    { kind: 'return', failures: 0 },
  ],
])('a target %s', (_name, more, after) => {
  expect(afterFailure({ ...failed, ...more }, 1)).toEqual(after);
});

function first(): AfterFailure {
  return { kind: 'retry', failures: 1, delayMs: 1000 };
}
