import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport } from '../render.ts';
import type { Row } from '../suite.ts';
import { createTraceReport } from './report.ts';
import { openSink } from './sink.ts';

function row(name: string, cpu: number, more: Partial<Row> = {}): Row {
  const latency = { latency_us: 30, latency_p99_us: 90, spans: 4 };
  return {
    suite: 'trace',
    name,
    cpu_us: cpu,
    cpu_us_median: cpu,
    rounds: 1,
    ...latency,
    ...more,
  } as Row;
}

describe('openSink', () => {
  it('counts each span once, and forgets those that were asked for', async () => {
    const sink = await openSink();
    const spans = ['a', 'b', 'a'].map((spanId) => ({ spanId }));
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    await fetch(`${sink.url}/v1/traces`, { method: 'POST', body });
    assert.deepEqual([sink.taken(), sink.taken()], [2, 0]);
    sink.close();
  });
});

describe('traceReport', () => {
  it('compares each subject with the same work without tracing', () => {
    const report = createTraceReport([
      row('timestep-untraced', 100),
      row('timestep', 150, { projection_us_per_span: 11 }),
      row('ai-sdk', 200),
      row('ai-sdk-traced', 500),
    ]);
    assert.deepEqual(
      report.lines.map(([name, , , ratio]) => [name, ratio]),
      [
        ['timestep-untraced', ''],
        ['timestep', '1.50'],
        ['ai-sdk', ''],
        ['ai-sdk-traced', '2.50'],
      ],
    );
    assert.match(renderReport(report, []), /projection, CPU µs per span/);
  });
});
