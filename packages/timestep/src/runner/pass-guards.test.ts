import { expect, it } from 'vitest';
import type { Guard } from '../port/index.ts';
import { passGuards } from './pass-guards.ts';

it('shows each guard what the one before left, up to the first that stops', async () => {
  const guards: Guard[] = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  const passed = await passGuards<string>(
    guards,
    { phase: 'before-tool' },
    'x',
    ({ name }, left) => {
      if (name === 'a') return { action: 'change', to: `${left}y`, reason: 'added' };
      if (name === 'b') return { action: 'allow' };
      return left === 'xy' ? { action: 'block', reason: 'seen' } : undefined;
    },
  );
  expect(passed).toEqual({
    thing: 'xy',
    records: [
      { guard: 'a', phase: 'before-tool', action: 'change', reason: 'added' },
      { guard: 'c', phase: 'before-tool', action: 'block', reason: 'seen' },
    ],
    stop: { action: 'block', reason: 'seen' },
  });
});

it('a guard that fails blocks, and its exception is not told', async () => {
  const fails = (): never => {
    throw new Error('a secret');
  };
  const passed = await passGuards([{ name: 'g' }], { phase: 'after-model' }, 1, fails);
  expect(passed.stop).toEqual({ action: 'block', reason: 'blocked, because the guard g failed' });
});
