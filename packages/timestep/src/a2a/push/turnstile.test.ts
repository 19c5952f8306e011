import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const never = new AbortController().signal;

/** Whoever can enter has entered. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets in no more than it may, in order', async () => {
  const turnstile = createTurnstile({ most: 2, mostOfKey: 2 });
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  for (const key of ['a', 'b', 'c', 'd']) {
    void turnstile.enter(key, never).then((left) => {
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
  const turnstile = createTurnstile({ most: 9, mostOfKey: 1 });
  const entered: number[] = [];
  const leaveFirst = await turnstile.enter('a', never);
  void turnstile.enter('a', never).then(() => entered.push(2));
  void turnstile.enter('b', never).then(() => entered.push(3));
  await settled();
  expect(entered).toEqual([3]);
  leaveFirst();
  await settled();
  expect(entered).toEqual([3, 2]);
});

it('forgets who stopped waiting', async () => {
  const turnstile = createTurnstile({ most: 1, mostOfKey: 1 });
  const leaveFirst = await turnstile.enter('a', never);
  const tired = new AbortController();
  const second = turnstile.enter('b', tired.signal);
  tired.abort(new Error('tired'));
  await expect(second).rejects.toThrow('tired');
  await expect(turnstile.enter('b', tired.signal)).rejects.toThrow('tired');
  leaveFirst();
  await expect(turnstile.enter('c', never)).resolves.toBeTypeOf('function');
});
