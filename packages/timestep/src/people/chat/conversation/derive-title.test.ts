import { expect, it } from 'vitest';
import { deriveTitle } from './derive-title.ts';

const long = `${'word '.repeat(20)}end`;

it.each([
  ['a short message whole', 'Plan a trip', 'Plan a trip'],
  ['the first line that has text', '\n  Plan a trip \nto Rome', 'Plan a trip'],
  ['a long line, cut at a word', long, `${'word '.repeat(11)}word…`],
  ['a long word, cut anywhere', 'x'.repeat(80), `${'x'.repeat(60)}…`],
  ['nothing for an empty message', ' \n', undefined],
])('takes %s', (_name, content, title) => {
  expect(deriveTitle({ role: 'user', content })).toBe(title);
});
