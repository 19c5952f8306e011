import { expect, it } from 'vitest';
import { describeIdProblem } from './id-problem.ts';

it.each(['a', 'call_1', 'Zürich/7:🙂', ' ', 'x'.repeat(512), '[a]{b}%00'])('accepts %j', (id) => {
  expect(describeIdProblem(id)).toBeUndefined();
});

it.each(['a\0b', '\n', '\u007f', '\u0085', 'a\ud83d', '\udc00b', 'a\ufffdb'])(
  'refuses what cannot be stored or sent everywhere: %j',
  (id) => {
    expect(describeIdProblem(id)).toBe('must not contain control characters or broken Unicode');
  },
);

it.each(['', 'x'.repeat(513)])('refuses a wrong length', (id) => {
  expect(describeIdProblem(id)).toBe('must have 1 to 512 characters');
});
