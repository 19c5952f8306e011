import { expect, it } from 'vitest';
import { formatInterruptId, parseInterruptId } from './interrupt-id.ts';

const AWKWARD = ['plain', 'a:b', 'a/b%3A c', 'ä\nö', ':'];

it.each(AWKWARD)('keeps task and call in the id of an interrupt: %j', (name) => {
  const asked = { kind: 'approval', taskId: name, callId: `${name}:2` } as const;
  expect(parseInterruptId(formatInterruptId(asked))).toEqual(asked);
});

it.each(['', 'm1', 'a:b', ':reply_1_1:r', '%:reply_1_1:r', 'approval:%:c', 'other:t:c'])(
  'takes no other id for one of its own: %j',
  (id) => {
    expect(parseInterruptId(id)).toBe(undefined);
  },
);
