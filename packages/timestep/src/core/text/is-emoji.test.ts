import { expect, it } from 'vitest';
import { isEmoji } from './is-emoji.ts';

it.each([
  ['🎉', true],
  ['👩‍💻', true],
  ['❤️', true],
  ['👩‍', false],
  ['🎉🎉', false],
  ['a', false],
  ['', false],
])('%s is one emoji: %s', (text, expected) => {
  expect(isEmoji(text)).toBe(expected);
});
