import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { parsePruneRequest } from './parse-prune-request.ts';

it('reads how old the tasks are, and whether they are only counted', () => {
  expect(parsePruneRequest({ days: 30, isDryRun: true })).toEqual({ days: 30, isDryRun: true });
});

it.each<readonly [JsonValue, string]>([
  [[], 'an object'],
  [{ isDryRun: true }, 'days must be from 1'],
  [{ days: 0, isDryRun: true }, 'days must be from 1'],
  [{ days: 1.5, isDryRun: true }, 'days must be from 1'],
  [{ days: 40_000, isDryRun: true }, 'days must be from 1'],
  [{ days: '30', isDryRun: true }, 'days must be from 1'],
  [{ days: 30 }, 'isDryRun must be'],
  [{ days: 30, isDryRun: 'no' }, 'isDryRun must be'],
])('refuses %j', (body, why) => {
  expect(parsePruneRequest(body)).toContain(why);
});
