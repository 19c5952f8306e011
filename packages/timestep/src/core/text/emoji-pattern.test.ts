import { expect, it } from 'vitest';
import { createEmojiPattern } from './emoji-pattern.ts';

it.each([
  ['🎉', true],
  ['👩‍💻', true],
  ['❤️', true],
  ['👩‍', false],
  ['🎉🎉', false],
  ['a', false],
  ['', false],
])('%s is one emoji: %s', (text, expected) => {
  expect(createEmojiPattern().test(text)).toBe(expected);
});
