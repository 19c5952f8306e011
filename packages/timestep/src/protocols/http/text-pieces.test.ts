import { expect, it } from 'vitest';
import { createTextBufferPool, createTextPieceCollector } from './text-pieces.ts';

const KILOBYTE = 1024;

it('holds what was added, in its order, in pieces of a bounded size', () => {
  const pieces = createTextPieceCollector();
  const texts = Array.from({ length: 400 }, (_, at) => `${at}:grüße 🚆 `.repeat(40));
  for (const text of texts) pieces.add(text);
  const all = Buffer.from(texts.join(''));
  expect(pieces.countBytes()).toBe(all.length);
  const ended = pieces.end();
  expect(Buffer.concat(ended).equals(all)).toBe(true);
  expect(ended.length).toBeGreaterThan(1);
  expect(ended.every(({ length }) => length > 0 && length <= 64 * KILOBYTE)).toBe(true);
});

it('holds a text that is longer than a piece', () => {
  const pieces = createTextPieceCollector();
  const long = '€'.repeat(100 * KILOBYTE);
  pieces.add('a');
  pieces.add(long);
  pieces.add('b');
  expect(Buffer.concat(pieces.end()).toString()).toBe(`a${long}b`);
});

it('is one empty piece where nothing was added', () => {
  const pieces = createTextPieceCollector();
  expect(pieces.end()).toEqual([Buffer.alloc(0)]);
  expect(pieces.countBytes()).toBe(0);
});

it('uses the memory of pieces again that were given back, up to a bound', () => {
  const memory = createTextBufferPool(1);
  const made = (text: string) => {
    const pieces = createTextPieceCollector(memory);
    pieces.add(text);
    const ended = pieces.end();
    expect(Buffer.concat(ended).toString()).toBe(text);
    return { memory: ended[0]?.buffer, release: pieces.release };
  };
  const first = made('one');
  const second = made('two');
  first.release();
  second.release();
  expect(made('three').memory).toBe(first.memory);
  expect([first.memory, second.memory]).not.toContain(made('four').memory);
});
