import { expect, it } from 'vitest';
import { createAdmissionQueue } from './call-queue.ts';

const never = new AbortController().signal;

it('admits in the order of joining', async () => {
  const line = createAdmissionQueue();
  const admitted: string[] = [];
  const turns = ['a', 'b'].map((name) => line.join(never).then(() => admitted.push(name)));
  expect(line.length).toBe(2);
  line.admitFirst();
  await turns[0];
  expect([admitted, line.length]).toEqual([['a'], 1]);
  line.admitFirst();
  await turns[1];
  expect([admitted, line.length]).toEqual([['a', 'b'], 0]);
});

it('lets a call go whose signal aborts, and no other', async () => {
  const line = createAdmissionQueue();
  const stop = new AbortController();
  const first = line.join(stop.signal);
  const second = line.join(never);
  stop.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect(line.length).toBe(1);
  line.admitFirst();
  await expect(second).resolves.toBeUndefined();
});

it('is not changed by a signal that aborts after the turn', async () => {
  const line = createAdmissionQueue();
  const stop = new AbortController();
  const first = line.join(stop.signal);
  const second = line.join(never);
  line.admitFirst();
  stop.abort();
  await expect(first).resolves.toBeUndefined();
  expect(line.length).toBe(1);
  line.admitFirst();
  await expect(second).resolves.toBeUndefined();
});
