import { expect, it } from 'vitest';
import { POISONS } from '../../interop/kill/culprit-story.ts';
import { culpritOnTemporal } from '../culprits-on-temporal.ts';

// Each mostly waits: for Temporal to miss a worker.
it.concurrent.each([
  ['throw', 'go on'],
  ['abort', 'cancel'],
  ['loop', 'go on'],
] as const)(
  'parks a task that ends its worker by %s, and does as told: %s',
  async (kind, answer) => {
    const outcome = await culpritOnTemporal({ kind, answer });
    expect(outcome).toMatchObject({ breaches: [], deaths: POISONS[kind].deaths });
    expect(outcome.answered).toBeGreaterThan(0);
  },
);
