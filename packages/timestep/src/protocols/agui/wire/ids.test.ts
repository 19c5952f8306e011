import { expect, it } from 'vitest';
import { parseInterruptId, formatInterruptId, parseMessageId, formatMessageId } from './ids.ts';

const AWKWARD = ['plain', 'a:b', 'a/b%3A c', 'ä\nö', ':'];

it.each(AWKWARD)('keeps task and run in the id of a message: %j', (name) => {
  const made = { taskId: name, runId: `${name}:2` };
  expect(parseMessageId(formatMessageId(made, { kind: 'reply', step: 0, attempt: 1 }))).toEqual(
    made,
  );
  expect(parseMessageId(formatMessageId(made, { kind: 'result', generation: 12 }))).toEqual(made);
});

it.each(AWKWARD)('keeps task and call in the id of an interrupt: %j', (name) => {
  const asked = { kind: 'approval', taskId: name, callId: `${name}:2` } as const;
  expect(parseInterruptId(formatInterruptId(asked))).toEqual(asked);
});

it.each(['', 'm1', 'a:b', ':reply_1_1:r', '%:reply_1_1:r', 'approval:%:c', 'other:t:c'])(
  'takes no other id for one of its own: %j',
  (id) => {
    expect(parseMessageId(id)).toBe(undefined);
    expect(parseInterruptId(id)).toBe(undefined);
  },
);
