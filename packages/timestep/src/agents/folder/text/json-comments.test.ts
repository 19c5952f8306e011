import { expect, it } from 'vitest';
import { jsonWithCommentsToJson } from './json-comments.ts';

it.each([
  ['{ "a": 1 // one\n}', { a: 1 }],
  ['{ /* a\nb */ "a": "// no \\" comment", }', { a: '// no " comment' }],
  ['{ "a": [1, 2, /* last */ ], }', { a: [1, 2] }],
  ['{ "a": ",}" }', { a: ',}' }],
  ['{ "a": "\\n\\u0041", // x\n }', { a: '\nA' }],
  ['{ "a": [[1,],], "b": {"c": 1,\r\n}, }', { a: [[1]], b: { c: 1 } }],
])('reads %s, and keeps its lines', (text, value) => {
  const plain = jsonWithCommentsToJson(text);
  expect(JSON.parse(plain)).toEqual(value);
  expect(plain.split('\n')).toHaveLength(text.split('\n').length);
});

it('reads a file that ends with a comment', () => {
  expect(JSON.parse(jsonWithCommentsToJson('{ "a": 1 } //'))).toEqual({ a: 1 });
});

it.each(['{ "a": 1, , }', '{ "a": /* open'])('makes no JSON of %s', (text) => {
  expect(() => JSON.parse(jsonWithCommentsToJson(text)) as unknown).toThrow('JSON');
});

it('takes time in proportion to the text', () => {
  const text = `{ "a": [${'1, /* x */ '.repeat(20_000)}2, ] }`;
  expect((JSON.parse(jsonWithCommentsToJson(text)) as { a: number[] }).a).toHaveLength(20_001);
});
