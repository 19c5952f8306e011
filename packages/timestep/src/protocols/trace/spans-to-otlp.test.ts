import { expect, it } from 'vitest';
import { GOLDEN, loadGoldenLog } from './golden.fixture.ts';
import type { Span } from './span.ts';
import { buildSpans } from './build-spans.ts';
import { spansToOtlp } from './spans-to-otlp.ts';

const source = { service: 'shop', version: '1.2.3' };

const span: Span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: '00f067aa0ba902b8',
  name: 'chat',
  kind: 'client',
  startedAt: 1_790_000_000_123,
  endedAt: 1_790_000_000_125,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.usage.input_tokens': 5,
    'gen_ai.response.finish_reasons': ['stop'],
    'timestep.cost_usd': 1,
    'timestep.recovered': true,
  },
  events: [{ name: 'timestep.limit.reached', at: 1_790_000_000_124, attributes: {} }],
  links: [{ traceId: '4bf92f3577b34da6a3ce929d0e0e4737', spanId: '00f067aa0ba902b9' }],
  error: { code: 'timeout', message: 'too late' },
};

it('writes the JSON of OTLP: 64 bits as text, kinds and statuses as numbers, ids in hexadecimal', () => {
  expect(spansToOtlp([span], source)).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'shop' } },
            { key: 'service.version', value: { stringValue: '1.2.3' } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'timestep', version: '1.2.3' },
            spans: [
              {
                traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
                spanId: '00f067aa0ba902b7',
                parentSpanId: '00f067aa0ba902b8',
                name: 'chat',
                kind: 3,
                startTimeUnixNano: '1790000000123000000',
                endTimeUnixNano: '1790000000125000000',
                attributes: [
                  { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                  { key: 'gen_ai.usage.input_tokens', value: { intValue: '5' } },
                  {
                    key: 'gen_ai.response.finish_reasons',
                    value: { arrayValue: { values: [{ stringValue: 'stop' }] } },
                  },
                  { key: 'timestep.cost_usd', value: { doubleValue: 1 } },
                  { key: 'timestep.recovered', value: { boolValue: true } },
                ],
                events: [
                  {
                    name: 'timestep.limit.reached',
                    timeUnixNano: '1790000000124000000',
                    attributes: [],
                  },
                ],
                links: [
                  { traceId: '4bf92f3577b34da6a3ce929d0e0e4737', spanId: '00f067aa0ba902b9' },
                ],
                status: { code: 2, message: 'too late' },
              },
            ],
          },
        ],
      },
    ],
  });
});

it('leaves out what is under way', () => {
  const { endedAt: _endedAt, ...open } = span;
  expect(JSON.stringify(spansToOtlp([open], source))).toContain('"spans":[]');
});

it.each(GOLDEN)('%s has only fields of OTLP', (name) => {
  const known = new Set(
    `traceId spanId parentSpanId name kind startTimeUnixNano endTimeUnixNano attributes events links
     status resourceSpans resource scopeSpans scope version spans timeUnixNano key value stringValue
     intValue doubleValue boolValue arrayValue values code message`.split(/\s+/),
  );
  const request = spansToOtlp(buildSpans(loadGoldenLog(name), { contents: true }), source);
  const fields = JSON.stringify(request).matchAll(/(?<!\\)"(\w+)":/g);
  expect([...fields].map(([, field = '']) => field).filter((field) => !known.has(field))).toEqual(
    [],
  );
});

it('escapes what models and peers choose', () => {
  const odd = 'a "b" \\ \u2028\n\ud800';
  const first: Span = {
    ...span,
    name: odd,
    attributes: { [odd]: odd },
    error: { code: 'x', message: odd },
  };
  const body = JSON.stringify(spansToOtlp([first], source));
  expect(JSON.parse(body)).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                name: odd,
                attributes: [{ key: odd, value: { stringValue: odd } }],
                status: { message: odd },
              },
            ],
          },
        ],
      },
    ],
  });
});
