import { expect, it } from 'vitest';
import type { Omission } from '#core';
import { describeRefusal } from './describe-refusal.ts';

const error = { code: 'bad-request', message: 'no' };

it.each<[string, readonly Omission[]]>([
  ['one part', [{ kind: 'message', index: 3 }]],
  [
    '2 parts',
    [
      { kind: 'message', index: 3 },
      { kind: 'message', index: 4, part: 0 },
    ],
  ],
  ['the middle of long texts', [{ kind: 'text', index: 3, keep: 10 }]],
  ['the first 7 messages', [{ kind: 'earlier', index: 7 }]],
  [
    'one part, the tools a, b',
    [
      { kind: 'tool', name: 'a' },
      { kind: 'tool', name: 'b' },
      { kind: 'message', index: 1 },
    ],
  ],
])('names what is left out: %s', (named, without) => {
  expect(describeRefusal({ error, without })).toBe(`no; the model is asked again without ${named}`);
});
