import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Row } from '../suite.ts';
import { createTemporalReport } from './report.ts';

function row(name: string, cpu_us: number): Row {
  return { suite: 'temporal', name, cpu_us, cpu_us_median: cpu_us, rounds: 1 };
}

void it('says how much more an effect of ours costs than a bare activity', () => {
  const { lines, aims } = createTemporalReport([
    row('temporal-activity', 8000),
    row('timestep-temporal', 12_000),
  ]);
  assert.equal(lines[1]?.at(5), '1.50');
  assert.deepEqual(
    aims.map(({ figure }) => figure),
    [1.5],
  );
});

void it('has nothing to say without a server', () => {
  assert.deepEqual(createTemporalReport([]).lines, []);
});
