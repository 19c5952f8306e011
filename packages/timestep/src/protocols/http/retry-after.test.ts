import { expect, it } from 'vitest';
import { parseRetryAfterMs } from './retry-wait.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '1200', 'retry-after': '9' }, 1_200],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1x' }, undefined],
  [{}, undefined],
])('%j asks for %s ms', (headers, expected) => {
  expect(parseRetryAfterMs(headers, now)).toBe(expected);
});
