import { expect, it } from 'vitest';
import { convertReturnValueOrThrow } from './read-return-value.ts';

async function* letters(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
}

function* states(): Generator<object> {
  yield { state: 'loading' };
  yield { state: 'done' };
}

function* counting(): Generator<string, number> {
  yield 'one';
  return 2;
}

const bytes = new TextEncoder().encode('ä€');
const inPieces = (): ReadableStream<Uint8Array> =>
  ReadableStream.from([bytes.subarray(0, 1), bytes.subarray(1)]);

it.each<[string, unknown, unknown]>([
  ['a text', 'a', 'a'],
  ['nothing', undefined, undefined],
  ['texts that are yielded', letters(), 'ab'],
  ['states that are yielded', states(), { state: 'done' }],
  ['what a generator returns', counting(), 2],
  ['a stream of bytes', inPieces(), 'ä€'],
  ['a stream of objects', ReadableStream.from([{ a: 1 }, 'b']), '{"a":1}b'],
  ['a response with text', new Response('hi'), 'hi'],
  ['a response with JSON', Response.json({ a: [1] }), { a: [1] }],
  ['a map', new Map([['a', new Set([1, 2])]]), { a: [1, 2] }],
  ['a map by objects', new Map([[{ id: 1 }, 'a']]), [[{ id: 1 }, 'a']]],
  [
    'parts',
    { rows: [new Map([[1, /x/g]])], failed: new Error('no') },
    { rows: [{ 1: '/x/g' }], failed: { error: 'no' } },
  ],
])('reads %s', async (_name, value, expected) => {
  expect(await convertReturnValueOrThrow(value)).toEqual(expected);
});

it('returns a plain value itself', () => {
  const value = { list: [1, { a: null }], at: new Date(0), missing: undefined };
  expect(convertReturnValueOrThrow(value)).toBe(value);
});

it.each<[string, () => unknown, RegExp]>([
  ['an error', () => new TypeError('no such city'), /^no such city$/],
  ['bytes', () => bytes, /call give with a file/],
  ['bytes in a field', () => ({ picture: [bytes] }), /call give with a file/],
  ['a response with an error status', () => new Response('gone', { status: 410 }), /410: gone/],
  [
    'a generator that throws',
    async function* () {
      yield 'a';
      throw new Error('cut');
    },
    /cut/,
  ],
])('throws for %s', async (_name, create, message) => {
  await expect(async () => convertReturnValueOrThrow(await create())).rejects.toThrow(message);
});
