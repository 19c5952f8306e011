import { expect, it } from 'vitest';
import { toSessionUpdates } from './session-updates.ts';

const shownWith = {
  modes: { currentModeId: 'default', availableModes: [] },
  configOptions: [],
  costUsd: 0.25,
};

function filled(window: number, costUsd: number | null = 0.25) {
  const fill = { tokens: 10, window, isNear: false };
  return toSessionUpdates({ kind: 'fill', fill }, { ...shownWith, costUsd }, () => false);
}

it('says how full the context is, and what the session has cost', () => {
  const usage = { sessionUpdate: 'usage_update', used: 10, size: 100 };
  expect(filled(100)).toEqual([{ ...usage, cost: { amount: 0.25, currency: 'USD' } }]);
  expect(filled(100, null)).toEqual([usage]);
});

it('says nothing of a context without an end, which no number could hold', () => {
  expect(filled(Number.POSITIVE_INFINITY)).toEqual([]);
});
