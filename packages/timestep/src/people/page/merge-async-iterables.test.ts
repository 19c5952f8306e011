import { expect, it } from 'vitest';
import { mergeAsyncIterables } from './merge-async-iterables.ts';

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const value of values) taken.push(value);
  return taken;
}

it('asks no source for more than was taken, and lets each be heard', async () => {
  const asked: string[] = [];
  async function* source(name: string): AsyncGenerator<string> {
    for (;;) {
      asked.push(name);
      yield name;
    }
  }
  const both = mergeAsyncIterables([source('a'), source('b')]);
  const taken: string[] = [];
  for (let times = 0; times < 6; times += 1) {
    const { value } = await both.next();
    taken.push(String(value));
  }
  expect(new Set(taken)).toEqual(new Set(['a', 'b']));
  expect(asked.length).toBeLessThanOrEqual(8);
  await both.return(undefined);
});

it('ends with the last source, and ends the others where one fails', async () => {
  let isEnded = false;
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error('broken');
  }
  async function* other(): AsyncGenerator<number> {
    try {
      yield 2;
      yield 3;
    } finally {
      isEnded = true;
    }
  }
  await expect(all(mergeAsyncIterables([failing(), other()]))).rejects.toThrow('broken');
  expect(isEnded).toBe(true);
  expect(await all(mergeAsyncIterables([]))).toEqual([]);
});
