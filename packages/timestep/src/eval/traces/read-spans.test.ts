import { describe, expect, it } from 'vitest';
import { requestOf } from './otlp.fixture.ts';
import { parseSpans } from './read-spans.ts';

const attributes = { a: 'x', b: 2, c: 0.5, d: true, e: ['y', 1], f: { g: 'z' }, h: null };

describe('parseSpans', () => {
  it('reads one request, or one on each line', () => {
    const one = requestOf({ id: 's1', from: 1000, to: 2500, attributes, events: [{ k: 'v' }] });
    const two = requestOf({ id: 's2', parent: 's1', error: 'no luck' });
    const spans = parseSpans(JSON.stringify(one, undefined, 2), 'x.json');
    expect(spans).toEqual([
      {
        traceId: 't1',
        spanId: 's1',
        name: 's1',
        startMs: 1000,
        endMs: 2500,
        attributes,
        events: [{ k: 'v' }],
        location: 'x.json resourceSpans[0].scopeSpans[0].spans[0]',
      },
    ]);
    const lines = parseSpans(`${JSON.stringify(one)}\n\n${JSON.stringify(two)}\n`, 'x.jsonl');
    expect(lines.map(({ spanId, error }) => [spanId, error])).toEqual([
      ['s1', undefined],
      ['s2', 'no luck'],
    ]);
    expect(lines[1]).toMatchObject({
      parentSpanId: 's1',
      location: 'x.jsonl:3 resourceSpans[0].scopeSpans[0].spans[0]',
    });
  });

  const span = (more: object): string =>
    JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 't',
                  spanId: 's',
                  startTimeUnixNano: 0,
                  endTimeUnixNano: '1',
                  ...more,
                },
              ],
            },
          ],
        },
      ],
    });
  const place = 'x.json resourceSpans[0].scopeSpans[0].spans[0]';
  it.each([
    ['nothing', '\n', 'x.json contains no traces: write traces'],
    ['no JSON', '{}\n{"a":', 'x.json:2 is not a JSON object'],
    ['a list', '[1]', 'x.json:1 is not a JSON object'],
    ['spans that are not a list', '{"resourceSpans":{}}', 'x.json resourceSpans must be a list'],
    ['a span that is none', '{"resourceSpans":[5]}', 'x.json resourceSpans[0] must be an object'],
    ['no trace id', span({ traceId: undefined }), `${place}.traceId is missing`],
    ['an id that is not a text', span({ spanId: 5 }), `${place}.spanId must be a string`],
    ['no time', span({ endTimeUnixNano: 'soon' }), `${place}.endTimeUnixNano must be a time`],
    ['attributes by name', span({ attributes: {} }), `${place}.attributes must be a list`],
    ['an attribute without a key', span({ attributes: [{}] }), `attributes[0].key is missing`],
    [
      'a bare value',
      span({ attributes: [{ key: 'a', value: 'x' }] }),
      'attributes[0].value must be an object',
    ],
  ])('refuses %s, naming the place', (_, text, said) => {
    expect(() => parseSpans(text, 'x.json')).toThrow(said);
  });
});
