import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import type { Row } from '../suite.ts';
import { parseCpuMs, measureStart } from './measure-start.ts';
import { startReport } from './report.ts';

it('tells the CPU of a process, not the time it waits', async () => {
  const burn =
    'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';
  const burnt = await measureStart(['-e', burn], tmpdir());
  assert.ok(burnt >= 200, `${burnt} ms`);
});

it('refuses a process that failed', async () => {
  await assert.rejects(measureStart(['-e', 'throw new Error("wrong")'], tmpdir()), /wrong/);
});

it('reads the last line, whatever the process has said before', () => {
  assert.equal(parseCpuMs('a warning\n0.100 0.050\n'), 150);
  assert.throws(() => parseCpuMs('bash: no such file\n'), /no times/);
});

it('aims at what is above Node alone', () => {
  const row = (name: string, cpu: number): Row => ({
    suite: 'start',
    name,
    cpu_us: cpu * 1000,
    cpu_us_median: cpu * 1000,
    cpu_ms: cpu,
    cpu_ms_best: cpu,
    above_node_ms: cpu - 40,
    rounds: 1,
  });
  const rows = [row('node', 40), row('timestep', 90), row('timestep-help', 130)];
  const { aims, lines } = startReport(rows);
  assert.deepEqual(
    aims.map(({ figure }) => figure),
    [50, 90],
  );
  assert.deepEqual(lines[0], ['node', '40', '40', '0', '0.44']);
});
