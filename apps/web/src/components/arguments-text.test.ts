import { expect, it } from 'vitest';
import { argumentsText, isArguments } from './arguments-text.ts';

it('indents JSON, and leaves any other text as it is', () => {
  expect(argumentsText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(argumentsText('{"a":')).toBe('{"a":');
});

it.each([
  ['{"a":1}', true],
  ['[1]', false],
  ['null', false],
  ['{"a":', false],
])('knows whether %s is an object', (text, is) => {
  expect(isArguments(text)).toBe(is);
});
