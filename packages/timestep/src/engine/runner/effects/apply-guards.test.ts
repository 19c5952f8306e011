import { expect, it } from 'vitest';
import type { Guard } from '#engine/port';
import { applyGuards } from './apply-guards.ts';

it('shows each guard what the one before left, up to the first that stops', async () => {
  const guards: Guard[] = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  const passed = await applyGuards<string>(
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
    value: 'xy',
    records: [
      { guard: 'a', phase: 'before-tool', action: 'change', reason: 'added' },
      { guard: 'c', phase: 'before-tool', action: 'block', reason: 'seen' },
    ],
    stoppedBy: { action: 'block', reason: 'seen' },
  });
});

it('a guard that fails blocks, and its exception is not told', async () => {
  const fails = (): never => {
    throw new Error('a secret');
  };
  const passed = await applyGuards([{ name: 'g' }], { phase: 'after-model' }, 1, fails);
  expect(passed.stoppedBy).toEqual({
    action: 'block',
    reason: 'blocked, because the guard g failed',
  });
});
