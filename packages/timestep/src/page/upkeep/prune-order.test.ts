import { expect, it } from 'vitest';
import type { JsonValue } from '../../core/index.ts';
import { readPruneOrder } from './prune-order.ts';

it('reads how old the tasks are, and whether they are only counted', () => {
  expect(readPruneOrder({ days: 30, isDryRun: true })).toEqual({ days: 30, isDryRun: true });
});

it.each<readonly [JsonValue, string]>([
  [[], 'an object'],
  [{ isDryRun: true }, 'days are from 1'],
  [{ days: 0, isDryRun: true }, 'days are from 1'],
  [{ days: 1.5, isDryRun: true }, 'days are from 1'],
  [{ days: 40_000, isDryRun: true }, 'days are from 1'],
  [{ days: '30', isDryRun: true }, 'days are from 1'],
  [{ days: 30 }, 'isDryRun is'],
  [{ days: 30, isDryRun: 'no' }, 'isDryRun is'],
])('refuses %j', (body, why) => {
  expect(readPruneOrder(body)).toContain(why);
});
