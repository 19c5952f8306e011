import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWaitForEventLoopTurn } from './event-loop-turns.ts';

it('lets what arrives in one turn of the event loop begin together, in the order of arrival', async () => {
  const arrivedTogether = createWaitForEventLoopTurn();
  const seen: string[] = [];
  const arrive = async (name: string): Promise<void> => {
    seen.push(`${name} arrives`);
    await arrivedTogether();
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} goes on`);
  };
  const first = arrive('first');
  await Promise.resolve();
  const second = arrive('second');
  await Promise.all([first, second]);
  expect(seen).toEqual([
    'first arrives',
    'second arrives',
    'first begins',
    'second begins',
    'first goes on',
    'second goes on',
  ]);
});

it('lets what arrives later begin in its own turn', async () => {
  const arrivedTogether = createWaitForEventLoopTurn();
  await arrivedTogether();
  let hasBegun = false;
  const later = arrivedTogether().then(() => {
    hasBegun = true;
  });
  await Promise.resolve();
  expect(hasBegun).toBe(false);
  await nextTurn();
  expect(hasBegun).toBe(true);
  await later;
});
