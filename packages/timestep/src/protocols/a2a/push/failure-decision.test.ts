import { expect, it } from 'vitest';
import {
  decideAfterFailure,
  type FailureDecision,
  type FailedDelivery,
} from './deliver-and-release-lease.ts';
import { PushError } from './post-notification.ts';

const gone = new PushError('gone', 'answered with 410');
const notTaken = new PushError('not-taken', 'answered with 500');

const failed: FailedDelivery = {
  failures: 3,
  hasAccepted: false,
  isAborted: false,
  thrown: notTaken,
};

it.each<[string, Partial<FailedDelivery>, FailureDecision]>([
  ['is tried later', {}, { kind: 'retry', failures: 4, delayMs: 8000 }],
  ['has all its chances after it took one', { hasAccepted: true }, first()],
  ['is given up in the end', { failures: 49 }, { kind: 'give-up', failures: 50 }],
  ['has all its chances when asked for anew', { failures: 50 }, first()],
  ['is discarded when the receiver is gone', { thrown: gone }, { kind: 'discard' }],
  ['is not blamed for being called off', { isAborted: true }, { kind: 'return', failures: 3 }],
  [
    'is not discarded when called off',
    { isAborted: true, thrown: gone, hasAccepted: true },
    { kind: 'return', failures: 0 },
  ],
])('a target %s', (_name, more, after) => {
  expect(decideAfterFailure({ ...failed, ...more }, 1)).toEqual(after);
});

function first(): FailureDecision {
  return { kind: 'retry', failures: 1, delayMs: 1000 };
}
