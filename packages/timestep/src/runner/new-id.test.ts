import { expect, it } from 'vitest';
import { newUuid, uuidAt } from './new-id.ts';

const RANDOM = 'aaaaaaaa-bbbb-4ccc-9ddd-eeeeeeeeeeee';

it('puts the time first, and keeps the rest of a random UUID', () => {
  expect(uuidAt(0x0123456789ab, RANDOM)).toBe('01234567-89ab-7ccc-9ddd-eeeeeeeeeeee');
});

it('makes ids that are in the order of their times, and differ at the same one', () => {
  const times = [0, 255, 256, 1_700_000_000_000, 4_000_000_000_000];
  const ids = times.map((time) => uuidAt(time, RANDOM));
  expect(ids.toSorted()).toEqual(ids);
  const made = new Set(Array.from({ length: 1000 }, newUuid));
  expect(made.size).toBe(1000);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
