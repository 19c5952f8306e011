import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCosts } from './compare-costs.ts';

test('compares best, median and the rounds that were measured one after the other', () => {
  const before = [{ call: 10 }, { call: 20 }, { call: 40 }];
  const now = [{ call: 11 }, { call: 30 }, { call: 20 }];
  assert.deepEqual(compareCosts('mcp', before, now), [
    {
      suite: 'mcp',
      name: 'call',
      before_us: 10,
      now_us: 11,
      best: 1.1,
      median: 1,
      paired: 1.1,
      rounds: 3,
    },
  ]);
});

test('refuses work that one checkout did not measure', () => {
  assert.throws(() => compareCosts('mcp', [{ other: 1 }], [{ call: 1 }]), RangeError);
});
