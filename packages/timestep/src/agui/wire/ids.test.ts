import { expect, it } from 'vitest';
import { askedBy, interruptIdOf } from './interrupt-id.ts';
import { madeIn, messageIdOf } from './message-id.ts';

const AWKWARD = ['plain', 'a:b', 'a/b%3A c', 'ä\nö', ':'];

it.each(AWKWARD)('keeps task and run in the id of a message: %j', (name) => {
  const made = { taskId: name, runId: `${name}:2` };
  expect(madeIn(messageIdOf(made, { kind: 'reply', step: 0, attempt: 1 }))).toEqual(made);
  expect(madeIn(messageIdOf(made, { kind: 'result', generation: 12 }))).toEqual(made);
});

it.each(AWKWARD)('keeps task and call in the id of an interrupt: %j', (name) => {
  const asked = { kind: 'approval', taskId: name, callId: `${name}:2` } as const;
  expect(askedBy(interruptIdOf(asked))).toEqual(asked);
});

it.each(['', 'm1', 'a:b', ':reply_1_1:r', '%:reply_1_1:r', 'approval:%:c', 'other:t:c'])(
  'takes no other id for one of its own: %j',
  (id) => {
    expect(madeIn(id)).toBe(undefined);
    expect(askedBy(id)).toBe(undefined);
  },
);
