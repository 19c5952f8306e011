import { expect, it } from 'vitest';
import { createSingleEmojiPattern } from './emoji-pattern.ts';

it.each([
  ['🎉', true],
  ['👩‍💻', true],
  ['❤️', true],
  ['👩‍', false],
  ['🎉🎉', false],
  ['a', false],
  ['', false],
])('%s is one emoji: %s', (text, expected) => {
  expect(createSingleEmojiPattern().test(text)).toBe(expected);
});
