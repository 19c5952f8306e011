import { expect, it } from 'vitest';
import { parseTaskFilters } from './task-search.ts';

it('reads a range of days, which replaces a number of days, and ignores what is no day', () => {
  expect(parseTaskFilters({ since: '2026-11-01', until: '2026-11-20', days: 7 })).toEqual({
    since: '2026-11-01',
    until: '2026-11-20',
  });
  expect(parseTaskFilters({ since: '2026-2-3', until: 'tomorrow', days: 7 })).toEqual({
    days: '7',
  });
  expect(parseTaskFilters({ until: '2026-11-20' })).toEqual({ until: '2026-11-20' });
});
