import { expect, it } from 'vitest';
import { createInterrupter, interruptions } from './interrupter.ts';

it('gives what is there at once, and what comes when it comes', async () => {
  const interrupter = createInterrupter();
  expect(interrupter.race(1)).toBe(1);
  expect(await interrupter.race(Promise.resolve(2))).toBe(2);
});

it('rejects with the interruption while work goes on', async () => {
  const interrupter = createInterrupter();
  const racing = interrupter.race(new Promise(() => {}));
  interrupter.interrupt(interruptions.canceled());
  await expect(racing).rejects.toThrow('canceled');
});

it('leaves no rejection unhandled of work that began after the interruption', async () => {
  const interrupter = createInterrupter();
  interrupter.interrupt(interruptions.canceled());
  const unhandled: unknown[] = [];
  const note = (thrown: unknown): void => void unhandled.push(thrown);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  try {
    expect(() => interrupter.race(Promise.reject(new Error('too late')))).toThrow('canceled');
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  }
});
