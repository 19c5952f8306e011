import { expect, it } from 'vitest';
import { parseMentions, removeMentions } from './mentions.ts';

it.each([
  ['Follow @rule:tone-2.', ['rule:tone-2']],
  ['@ref:prices and (@skill:pdf_forms), please', ['reference:prices', 'skill:pdf_forms']],
  ['@ref:b @ref:a @ref:b', ['reference:b', 'reference:a']],
  ['@rule:a@rule:b', ['rule:a']],
  ['write to ann@rule:example or ü@ref:x', []],
  ['@rule: @rules:a @tool:b @Rule:c rule:d', []],
  ['', []],
])('finds the mentions of "%s"', (message, mentions) => {
  expect(parseMentions(message).map(({ kind, name }) => `${kind}:${name}`)).toEqual(mentions);
});

it('takes mentions out of what is ranked', () => {
  expect(removeMentions('What does @ref:prices say of tea?')).toBe('What does   say of tea?');
});
