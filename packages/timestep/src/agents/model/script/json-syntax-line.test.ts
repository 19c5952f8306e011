import { expect, it } from 'vitest';
import { findJsonErrorLine } from './json-syntax-line.ts';

it.each([
  ['{\n "a": }', 2],
  ['{\n "a": 1\n "b": 2 }', 3],
  ['{\n "a": 1,\n}', 3],
  ['[\n1,\n2\n', 4],
  ['[\n1 2]', 2],
  ['{\n\n a: 1}', 3],
  ["{\n 'a': 1}", 2],
  ['{"a":\n"no end', 2],
  ['{"a": [1, {"b": "\\"}"}],\n"c": nul}', 2],
  ['{}\n{}', 2],
  ['[1}\n', 1],
  ['{"a" 1}', 1],
  ['[,]', 1],
  ['{:}', 1],
  ['', 1],
])('finds the line of the mistake in %j', (text, line) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(findJsonErrorLine(text)).toBe(line);
});

it('comes to the end of what is JSON', () => {
  const text = JSON.stringify({ a: [1, -2.5e3, true, null, 'x\n'], b: {}, c: [] }, null, 1);
  expect(findJsonErrorLine(`${text}\n!`)).toBe(text.split('\n').length + 1);
});
