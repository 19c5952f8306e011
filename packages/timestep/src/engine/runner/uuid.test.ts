import { expect, it } from 'vitest';
import { createUuid, formatUuidRandomParts, formatUuidTime } from './uuid.ts';

it('puts the time first, then the version, the variant and random bits', () => {
  const random = Buffer.from('fcccfddd1feeeeeeeeee0f', 'hex');
  expect(formatUuidTime(0x0123456789ab) + formatUuidRandomParts(random)).toBe(
    '01234567-89ab-7ccc-9dd1-eeeeeeeeee0f',
  );
});

it('draws each variant equally often', () => {
  const random = Buffer.from(Array.from({ length: 256 }, (_, byte) => Array(11).fill(byte)).flat());
  const tails = formatUuidRandomParts(random);
  const variants = Array.from({ length: 256 }, (_, at) => tails[at * 22 + 5]);
  for (const variant of ['8', '9', 'a', 'b'])
    expect(variants.filter((one) => one === variant)).toHaveLength(64);
});

it('makes ids that are in the order of their times, and differ at the same one', () => {
  const times = [0, 255, 256, 65_535, 65_536, 1_700_000_000_000, 4_000_000_000_000, 2 ** 48 - 1];
  const heads = times.map(formatUuidTime);
  expect(heads.toSorted()).toEqual(heads);
  const made = new Set(Array.from({ length: 2000 }, createUuid));
  expect(made.size).toBe(2000);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
