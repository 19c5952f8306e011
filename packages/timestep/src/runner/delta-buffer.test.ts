import { expect, it } from 'vitest';
import { createDeltaBuffer } from './delta-buffer.ts';

const delta = (text: string) =>
  ({ kind: 'delta', step: 1, attempt: 1, delta: { type: 'text', text } }) as const;

it('gives each reader the deltas that belong after the events it has seen', () => {
  const buffer = createDeltaBuffer();
  buffer.push(2, delta('a'));
  buffer.push(2, delta('b'));
  buffer.push(5, delta('c'));
  const early = buffer.reader();
  expect([early(1), early(2), early(2), early(2), early(5)]).toEqual([
    undefined,
    delta('a'),
    delta('b'),
    undefined,
    delta('c'),
  ]);
  expect(buffer.reader()(5)).toEqual(delta('c'));
});

it('stays within its capacity and lets a lagging reader go on with what is left', () => {
  const buffer = createDeltaBuffer(4);
  const lagging = buffer.reader();
  for (const text of ['1', '2', '3', '4', '5', '6']) buffer.push(1, delta(text));
  const seen = [];
  for (let next = lagging(1); next; next = lagging(1)) seen.push(next);
  expect(seen).toEqual([delta('3'), delta('4'), delta('5'), delta('6')]);
  buffer.push(1, delta('7'));
  buffer.clear();
  expect(lagging(1)).toBeUndefined();
});
