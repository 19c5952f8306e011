import { expect, it } from 'vitest';
import { HOPS_META, getHopCount } from './delegation.ts';

it.each([
  { metadata: { [HOPS_META]: 2 }, hops: 2 },
  { metadata: {}, hops: 0 },
  { metadata: undefined, hops: 0 },
  { metadata: { [HOPS_META]: -1 }, hops: 0 },
  { metadata: { [HOPS_META]: 1.5 }, hops: 0 },
  { metadata: { [HOPS_META]: '3' }, hops: 0 },
])('reads $hops from $metadata', ({ metadata, hops }) => {
  expect(getHopCount(metadata)).toBe(hops);
});
