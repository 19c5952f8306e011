import { expect, it } from 'vitest';
import { formatMessageId, parseMessageId } from './message-id.ts';

const AWKWARD = ['plain', 'a:b', 'a/b%3A c', 'ä\nö', ':'];

it.each(AWKWARD)('keeps task and run in the id of a message: %j', (name) => {
  const made = { taskId: name, runId: `${name}:2` };
  expect(parseMessageId(formatMessageId(made, { kind: 'reply', step: 0, attempt: 1 }))).toEqual(
    made,
  );
  expect(parseMessageId(formatMessageId(made, { kind: 'result', generation: 12 }))).toEqual(made);
});

it.each(['', 'm1', 'a:b', ':reply_1_1:r', '%:reply_1_1:r', 'approval:%:c', 'other:t:c'])(
  'takes no other id for one of its own: %j',
  (id) => {
    expect(parseMessageId(id)).toBe(undefined);
  },
);
