import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOtlpCollector } from '../../otlp-collector.fixture.ts';
import { runNow, createTestFolder, runInSubprocess, runInProcess } from '../../timestep.fixture.ts';

const SPAN = { traceId: 't', spanId: 's' };

function traced(folder: string, answer: string, ids = SPAN): string {
  const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([text('user', 'Is there sun?')]),
    'gen_ai.output.messages': JSON.stringify([text('assistant', answer)]),
  };
  const span = {
    ...ids,
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { stringValue: value },
    })),
  };
  const path = join(folder, 'traces.jsonl');
  writeFileSync(path, JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
  return path;
}

it('grades traces by tasks, and gates on them', async () => {
  const folder = createTestFolder();
  const tasks = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'Is there sun?' }];
  writeFileSync(
    tasks,
    JSON.stringify({ id: 'sun', messages, expected: { final_contains: 'yes' } }),
  );
  const traces = traced(folder, 'no');
  const outdir = join(folder, 'run');
  const asked = ['--traces', traces, '--tasks', tasks, '--min-pass-rate', '1'];
  const ran = await runInSubprocess('run', ...asked, '--outdir', outdir);
  expect(ran).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 trial run: 0 passed, 1 failed, 0 errored') as string,
  });
  const shown = await runNow('report', outdir);
  expect(shown.stdout).toMatch(/sun +0\/1/);
});

it('sends the grades to where the traces are, below what was graded', async () => {
  const { bodies, url } = await startOtlpCollector();
  const folder = createTestFolder();
  const [traceId, spanId] = ['a1'.repeat(16), 'b2'.repeat(8)];
  const traces = traced(folder, 'yes', { traceId, spanId });
  const unchecked = ['run', '--traces', traces, '--outdir', join(folder, 'run')];
  const refused = await runInProcess(unchecked, {}, Date.now());
  expect(refused.stderr).toContain('nothing is checked');
  const args = [...unchecked, '--graders', 'MaxToolCalls:50'];
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  expect((await runInProcess(args, env, Date.now())).code).toBe(0);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain(`"traceId":"${traceId}"`);
  expect(bodies[0]).toContain(`"parentSpanId":"${spanId}"`);
  expect(bodies[0]).toContain('gen_ai.evaluation.result');
  expect(bodies[0]).toContain('MaxToolCalls');
});

it('says what has no meaning where nothing is run, and which file is wrong', async () => {
  const folder = createTestFolder();
  const outdir = join(folder, 'run');
  const traces = traced(folder, 'no');
  expect(
    await runNow('run', '--traces', traces, '--outdir', outdir, '--trials', '2'),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--trials cannot be used with --traces') as string,
  });
  writeFileSync(traces, '{}\n5');
  const broken = await runNow('run', '--traces', traces, '--outdir', outdir);
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('traces.jsonl:2 is not a JSON object') as string,
  });
});
