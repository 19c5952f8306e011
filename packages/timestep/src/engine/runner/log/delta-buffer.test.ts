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

it('stays within its capacity; a reader that lost the beginning of a step is shown none of it', () => {
  const buffer = createDeltaBuffer(4);
  const lagging = buffer.reader();
  const prompt = buffer.reader();
  for (const text of ['1', '2', '3', '4', '5', '6']) {
    buffer.push(1, delta(text));
    expect(prompt(1)).toEqual(delta(text));
  }
  expect(lagging(1)).toBeUndefined();
  const nextStep = { ...delta('7'), step: 2 };
  buffer.push(3, nextStep);
  expect([lagging(3), prompt(3)]).toEqual([nextStep, nextStep]);
  buffer.push(3, { ...delta('8'), step: 2 });
  buffer.clear();
  expect(lagging(3)).toBeUndefined();
});
