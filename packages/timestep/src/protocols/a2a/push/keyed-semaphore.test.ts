import { expect, it } from 'vitest';
import { createKeyedSemaphore } from './keyed-jobs.ts';

const never = new AbortController().signal;

/** Whoever can enter has entered. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets in no more than it may, in order', async () => {
  const turnstile = createKeyedSemaphore({ max: 2, maxPerKey: 2 });
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  for (const key of ['a', 'b', 'c', 'd']) {
    void turnstile.acquire(key, never).then((left) => {
      entered.push(key);
      leave.set(key, left);
    });
  }
  await settled();
  expect(entered).toEqual(['a', 'b']);
  leave.get('b')?.();
  await settled();
  expect(entered).toEqual(['a', 'b', 'c']);
});

it('delays no other key behind a busy one', async () => {
  const turnstile = createKeyedSemaphore({ max: 9, maxPerKey: 1 });
  const entered: number[] = [];
  const leaveFirst = await turnstile.acquire('a', never);
  void turnstile.acquire('a', never).then(() => entered.push(2));
  void turnstile.acquire('b', never).then(() => entered.push(3));
  await settled();
  expect(entered).toEqual([3]);
  leaveFirst();
  await settled();
  expect(entered).toEqual([3, 2]);
});

it('forgets who stopped waiting', async () => {
  const turnstile = createKeyedSemaphore({ max: 1, maxPerKey: 1 });
  const leaveFirst = await turnstile.acquire('a', never);
  const tired = new AbortController();
  const second = turnstile.acquire('b', tired.signal);
  tired.abort(new Error('tired'));
  await expect(second).rejects.toThrow('tired');
  await expect(turnstile.acquire('b', tired.signal)).rejects.toThrow('tired');
  leaveFirst();
  await expect(turnstile.acquire('c', never)).resolves.toBeTypeOf('function');
});
