import { describe, expect, it } from 'vitest';
import { INSTRUMENTS } from './instrument.ts';
import { createAggregator } from './aggregator.ts';
import { parsePrometheusLines } from './prometheus-lines.fixture.ts';
import { formatPrometheusText } from './prometheus-text.ts';

describe('formatPrometheusText', () => {
  it('writes counters, histograms whose buckets hold those below, and gauges', () => {
    const { record: take, read } = createAggregator();
    const labels = { 'gen_ai.agent.name': 'guide' };
    take({ instrument: INSTRUMENTS.inputTokens, labels, value: 12 });
    for (const value of [0.005, 0.03, 100]) {
      take({ instrument: INSTRUMENTS.turn, labels, value });
    }
    const gauges = [
      {
        name: 'process.resident_memory',
        description: 'Memory',
        unit: 'By',
        values: [{ labels: {}, value: 5 }],
      },
    ];
    const text = formatPrometheusText(read(), gauges);
    expect(text).toContain(
      'gen_ai_client_inference_usage_input_tokens_total{gen_ai_agent_name="guide"} 12\n',
    );
    expect(text).toContain(
      '# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes 5\n',
    );
    const samples = parsePrometheusLines(text);
    const of = (name: string, le?: string): number | undefined =>
      samples.find(
        (one) =>
          one.name === `gen_ai_invoke_agent_duration_seconds_${name}` && one.labels['le'] === le,
      )?.value;
    expect([of('bucket', '0.01'), of('bucket', '0.04'), of('bucket', '81.92')]).toEqual([1, 2, 2]);
    expect([of('bucket', '+Inf'), of('count')]).toEqual([3, 3]);
    expect(of('sum')).toBeCloseTo(100.035);
  });

  it('keeps names that models and peers chose inside their quotes', () => {
    const name = 'a"} 1\nfake_total 99\\';
    const { record: take, read } = createAggregator();
    take({ instrument: INSTRUMENTS.retries, labels: { 'gen_ai.tool.name': name }, value: 1 });
    expect(parsePrometheusLines(formatPrometheusText(read()))).toEqual([
      { name: 'timestep_retries_total', labels: { gen_ai_tool_name: name }, value: 1 },
    ]);
  });
});

describe('the reader of the tests', () => {
  it.each([
    ['without an end', 'the last line', '# TYPE a gauge\na 1'],
    ['a quote that is not escaped', 'not a line', '# TYPE a gauge\na{b="c"d"} 1\n'],
    ['no value', 'not a line', '# TYPE a gauge\na\n'],
    ['a value that is no number', 'not a line', '# TYPE a gauge\na undefined\n'],
    ['no type', 'without a type', 'a 1\n'],
    ['a counter that is no total', 'not a total', '# TYPE a counter\na 1\n'],
    ['the same twice', 'twice', '# TYPE a gauge\na 1\na 1\n'],
    ['a second type', 'a second type', '# TYPE a gauge\n# TYPE a gauge\na 1\n'],
    ['a dot in a name', 'not a line', '# TYPE a.b gauge\na.b 1\n'],
  ])('refuses %s', (_name, message, text) => {
    expect(() => parsePrometheusLines(text)).toThrow(message);
  });
});
