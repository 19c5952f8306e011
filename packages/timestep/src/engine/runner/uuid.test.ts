import { expect, it } from 'vitest';
import { createUuid, formatUuidV7 } from './uuid.ts';

const RANDOM = Uint16Array.of(0xfccc, 0xdddd, 0xeeee, 0xeeee, 0xee0f);

it('puts the time first, then the version, the variant and random bits', () => {
  expect(formatUuidV7(0x0123456789ab, RANDOM)).toBe('01234567-89ab-7ccc-9ddd-eeeeeeeeee0f');
});

it('makes ids that are in the order of their times, and differ at the same one', () => {
  const times = [0, 255, 256, 65_535, 65_536, 1_700_000_000_000, 4_000_000_000_000, 2 ** 48 - 1];
  const ids = times.map((time) => formatUuidV7(time, RANDOM));
  expect(ids.toSorted()).toEqual(ids);
  const made = new Set(Array.from({ length: 2000 }, createUuid));
  expect(made.size).toBe(2000);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
