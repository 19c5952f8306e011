import { expect, it } from 'vitest';
import { numbersFrom } from '../../interop/kill/numbers.ts';
import { innocentOnTemporal } from '../innocent-on-temporal.ts';

it.each([1, 20])(
  'ends every task of %i that do nothing wrong although their worker is killed',
  async (inFlight) => {
    const random = numbersFrom(7);
    const outcome = await innocentOnTemporal({ seconds: 20, inFlight, random, modelMs: 1000 });
    expect(outcome.breaches).toEqual([]);
    expect(outcome.tasks).toBeGreaterThanOrEqual(inFlight);
    expect(outcome.kills.killed + outcome.kills.terminated).toBeGreaterThanOrEqual(2);
  },
);
