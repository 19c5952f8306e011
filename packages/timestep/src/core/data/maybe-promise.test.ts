import { expect, it } from 'vitest';
import { andThen, isThenable } from './maybe-promise.ts';

it('goes on at once with a value that is there', () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  expect(() =>
    andThen(1, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
});

it('goes on later with a value that comes later', async () => {
  const seen: number[] = [];
  const later = andThen(Promise.resolve(1), (value) => seen.push(value));
  expect(seen).toEqual([]);
  await later;
  expect(seen).toEqual([1]);
  await expect(andThen(Promise.reject(new Error('no')), () => 1)).rejects.toThrow('no');
});

it.each([null, undefined, 0, 'then', {}, []])('takes %j as a value that is there', (value) => {
  expect(isThenable(value)).toBe(false);
});
