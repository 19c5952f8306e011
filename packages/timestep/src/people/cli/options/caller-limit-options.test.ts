import { expect, it } from 'vitest';
import { createOptionValues } from '../command.ts';
import { readCallerLimits } from './listen-options.ts';

it.each([
  [{}, {}],
  [{ 'rate-limit': '60' }, { callerLimits: { requestsPerMinute: 60 } }],
  [
    { 'rate-limit': '60', 'at-once': '4' },
    { callerLimits: { requestsPerMinute: 60, requestsAtOnce: 4 } },
  ],
])('%j is read as %j', (values, expected) => {
  expect(readCallerLimits(createOptionValues(values))).toEqual(expected);
});

it.each(['0', '-1', 'many', '1.5', ''])('a limit of %j is refused', (text) => {
  for (const values of [{ 'rate-limit': text }, { 'at-once': text }]) {
    expect(() => readCallerLimits(createOptionValues(values))).toThrow(
      'use a whole number of at least 1',
    );
  }
});
