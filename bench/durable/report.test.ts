import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport } from '../render.ts';
import type { Measured } from './measure-subject.ts';
import { CONCURRENCIES, LENGTHS } from './measurement.ts';
import { durableReport } from './report.ts';
import { createRow } from './row.ts';

/** One round in which `rate` effects a second were done, whatever the concurrency. */
function measured(rate: number, more: Partial<Measured> = {}): Measured {
  const passes = CONCURRENCIES.map((tasks) => ({
    tasks,
    effects: rate,
    seconds: 1,
    cpuUs: rate * 40,
  }));
  return { passes, acceptMs: [1, 2, 3, 4], ...more };
}

const recovery = { wentOn: 0.2, done: 0.4, repeated: 3 };
const flat = LENGTHS.map((events) => ({ events, cpuUs: 50 }));
const growing = LENGTHS.map((events) => ({ events, cpuUs: events }));

describe('rowOf', () => {
  it('gives the best and the middle rate, and the CPU of an effect', () => {
    const row = createRow(
      'timestep',
      [100, 400, 200].map((rate) => measured(rate)),
    );
    assert.equal(row['effects_per_s_20'], 400);
    assert.equal(row['effects_per_s_20_median'], 200);
    assert.equal(row.cpu_us, 40);
    assert.equal(row['accept_p50_ms'], 2);
    assert.equal(row['accept_p99_ms'], 4);
    assert.equal('recovery_s' in row, false);
  });

  it('says so where nothing was done in time', () => {
    const late = { wentOn: undefined, done: undefined, repeated: undefined };
    const row = createRow('openworkflow', [measured(100, { recovery: late }), measured(100)]);
    assert.equal(row['recovery_s'], '> 10');
    assert.equal('repeated_effects' in row, false);
  });
});

describe('durableReport', () => {
  function verdicts(ours: Measured, peers: readonly [name: string, rate: number][]): string[] {
    const rows = [
      createRow('sqlite-commit', [measured(1000)]),
      createRow('timestep', [ours]),
      ...peers.map(([name, rate]) => createRow(name, [measured(rate)])),
    ];
    const text = renderReport(durableReport(rows));
    return text.split('\n').flatMap((line) => /^aim (\w+)/.exec(line)?.[1] ?? []);
  }

  it('says what is met', () => {
    const ours = measured(6000, { recovery, eventCosts: flat });
    const met = verdicts(ours, [['dbos', 2000]]);
    assert.deepEqual(
      met,
      Array.from({ length: 7 }, () => 'met'),
    );
  });

  it('says what is missed: rate, peers, growing cost, and recovery that is not known', () => {
    const ours = measured(4000, { eventCosts: growing, acceptMs: [6] });
    const missed = verdicts(ours, [
      ['dbos', 100],
      ['restate', 2000],
    ]);
    assert.deepEqual(
      missed,
      Array.from({ length: 7 }, () => 'missed'),
    );
  });

  it('claims nothing against peers where none was measured', () => {
    assert.equal(verdicts(measured(6000, { recovery, eventCosts: flat }), []).length, 6);
  });
});
