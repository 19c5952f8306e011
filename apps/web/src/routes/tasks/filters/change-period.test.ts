import { expect, it } from 'vitest';
import { getChangePeriod } from './change-period.ts';

it('covers whole days, the last one included', () => {
  const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
  const now = at(29, 15);
  expect(getChangePeriod({ since: '2026-11-01', until: '2026-11-20' }, now)).toEqual({
    since: at(1),
    until: at(21),
  });
  expect(getChangePeriod({ until: '2026-11-30' }, now)).toEqual({ until: at(31) });
  expect(getChangePeriod({ days: '7' }, now)).toEqual({ since: at(23) });
  expect(getChangePeriod({}, now)).toEqual({});
});
