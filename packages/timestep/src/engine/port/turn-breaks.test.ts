import { expect, it } from 'vitest';
import { createEventLoopBreaks } from './turn-breaks.ts';

it('lets others work once a piece of work has taken long', async () => {
  const takeBreak = createEventLoopBreaks(20);
  expect(takeBreak()).toBeUndefined();
  let isServed = false;
  setImmediate(() => (isServed = true));
  const begun = performance.now();
  while (performance.now() - begun < 25);
  const pause = takeBreak();
  expect([pause instanceof Promise, isServed]).toEqual([true, false]);
  await pause;
  expect(isServed).toBe(true);
});
