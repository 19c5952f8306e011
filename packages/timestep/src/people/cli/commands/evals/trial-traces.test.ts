import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOtlpCollector } from '../../otlp-collector.fixture.ts';
import { createTestFolder, runInProcess } from '../../timestep.fixture.ts';

it('sends a trace of each trial with its grades, and notes in the results which one', async () => {
  const { bodies, url } = await startOtlpCollector();
  const folder = createTestFolder();
  const tasks = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'hello' }];
  writeFileSync(
    tasks,
    `${JSON.stringify({ id: 't', messages, expected: { final_contains: 'hello' } })}\n`,
  );
  const outdir = join(folder, 'run');
  const args = ['run', '--tasks', tasks, '--outdir', outdir, '--trials', '2'];
  const { code } = await runInProcess(args, { OTEL_EXPORTER_OTLP_ENDPOINT: url }, Date.now());
  expect(code).toBe(0);
  const rows = readFileSync(join(outdir, 'results.jsonl'), 'utf8').trim().split('\n');
  const traces = rows.map((row) => (JSON.parse(row) as { trace_id: string }).trace_id);
  expect(new Set(traces).size).toBe(2);
  const sent = bodies.join('\n');
  for (const trace of traces) expect(sent).toContain(`"traceId":"${trace}"`);
  expect(sent.match(/gen_ai\.evaluation\.result/g)?.length).toBeGreaterThanOrEqual(2);
  expect(sent).toContain('FinalContains');
  const without = join(folder, 'without');
  await runInProcess(['run', '--tasks', tasks, '--outdir', without], {}, Date.now());
  expect(readFileSync(join(without, 'results.jsonl'), 'utf8')).not.toContain('trace_id');
});
