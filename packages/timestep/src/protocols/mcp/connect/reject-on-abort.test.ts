import { expect, it } from 'vitest';
import { rejectOnAbort } from './reject-on-abort.ts';

it('gives what the work gives', async () => {
  const { signal } = new AbortController();
  expect(await rejectOnAbort(Promise.resolve(7), signal)).toBe(7);
  await expect(rejectOnAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('gives up with the reason of the signal', async () => {
  const controller = new AbortController();
  const waiting = rejectOnAbort(new Promise(() => {}), controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(rejectOnAbort(new Promise(() => {}), controller.signal)).rejects.toThrow('enough');
});
