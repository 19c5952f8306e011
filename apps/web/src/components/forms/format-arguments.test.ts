import { expect, it } from 'vitest';
import { formatArguments, isJsonObjectText } from './format-arguments.ts';

it('indents JSON, and leaves any other text as it is', () => {
  expect(formatArguments('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(formatArguments('{"a":')).toBe('{"a":');
});

it.each([
  ['{"a":1}', true],
  ['[1]', false],
  ['null', false],
  ['{"a":', false],
])('knows whether %s is an object', (text, is) => {
  expect(isJsonObjectText(text)).toBe(is);
});
