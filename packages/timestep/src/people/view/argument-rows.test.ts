import { expect, it } from 'vitest';
import { listArgumentRows, quoteIfAmbiguous } from './argument-rows.ts';

const show = (written: string) =>
  listArgumentRows(written)?.map(({ depth, name, kind, text }) => [depth, name, kind, text]);

it('lists nested arguments in their order', () => {
  const written = '{"to":"ann","tags":["a",{"n":1e400}],"none":{},"on":true}';
  expect(show(written)).toEqual([
    [0, 'to', 'text', 'ann'],
    [0, 'tags', 'group', ''],
    [1, '[0]', 'text', 'a'],
    [1, '[1]', 'group', ''],
    [2, 'n', 'value', '1e400'],
    [0, 'none', 'value', '{}'],
    [0, 'on', 'value', 'true'],
  ]);
  expect(listArgumentRows(written)?.map(({ top }) => top)).toEqual([
    'to',
    ...Array<string>(4).fill('tags'),
    'none',
    'on',
  ]);
});

it('shows a name that is written twice twice, and digits that a parser would round', () => {
  expect(show('{"a":12345678901234567890,"a":1.0}')).toEqual([
    [0, 'a', 'value', '12345678901234567890'],
    [0, 'a', 'value', '1.0'],
  ]);
});

it('quotes names that could be read as the number of an entry, or hide characters', () => {
  expect(show('{"[0]":1,"":2,"a\\u202eb":3,"a b":4}')).toEqual([
    [0, '"[0]"', 'value', '1'],
    [0, '""', 'value', '2'],
    [0, '"a\\u202eb"', 'value', '3'],
    [0, '"a b"', 'value', '4'],
  ]);
});

it.each(['', ' ', '{}', ' { } '])('has no rows for %j', (written) => {
  expect(show(written)).toEqual([]);
});

it.each(['[1]', '"text"', '{"a":', '1', `{"a":${'['.repeat(20)}1${']'.repeat(20)}}`])(
  'cannot list %s',
  (written) => {
    expect(listArgumentRows(written)).toBeUndefined();
  },
);

it('cannot list arguments of any length', () => {
  expect(listArgumentRows(JSON.stringify({ a: 'x'.repeat(300_000) }))).toBeUndefined();
});

it.each(['', '5', '-1.5e3', 'true', 'null', ' 5 ', '"x"', '{}', '[ ]', '"'])(
  'quotes the text %j, which could be read as another value',
  (text) => {
    expect(quoteIfAmbiguous(text)).toBe(JSON.stringify(text));
  },
);

it.each(['ann', 'x"', '{"a":1}', 'true story', '5 crates'])('does not quote %j', (text) => {
  expect(quoteIfAmbiguous(text)).toBeUndefined();
});
