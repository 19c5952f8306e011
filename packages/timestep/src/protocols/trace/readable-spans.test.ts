import { expect, it } from 'vitest';
import { loadGoldenLog } from './golden.fixture.ts';
import { toReadableSpans } from './readable-spans.ts';
import { buildSpans } from './build-spans.ts';

const SOURCE = { service: 'desk', version: '1.2.3' };

it('gives what has ended in the form of OpenTelemetry for JavaScript', () => {
  const spans = buildSpans(loadGoldenLog('taken-up-after-crashes.json'), { contents: true });
  const { endedAt: _ended, ...open } = { ...spans[0], spanId: 'f'.repeat(16) } as (typeof spans)[0];
  const readable = toReadableSpans([...spans, open], SOURCE);
  expect(readable).toHaveLength(spans.length);
  for (const [at, span] of spans.entries()) {
    const { traceId, spanId, parentSpanId, startedAt, endedAt = 0 } = span;
    const [seconds = 0, nanoseconds = 0] = readable[at]?.startTime ?? [];
    expect(seconds * 1000 + nanoseconds / 1_000_000).toBe(startedAt);
    const [long = 0, rest = 0] = readable[at]?.duration ?? [];
    expect(long * 1000 + rest / 1_000_000).toBe(endedAt - startedAt);
    expect(readable[at]?.spanContext()).toEqual({ traceId, spanId, traceFlags: 1 });
    expect(readable[at]?.parentSpanContext?.spanId).toBe(parentSpanId);
    expect(readable[at]).toMatchObject({
      name: span.name,
      kind: { internal: 0, server: 1, client: 2 }[span.kind],
      status: span.error ? { code: 2 } : { code: 0 },
      attributes: span.attributes,
      ended: true,
      instrumentationScope: { name: 'timestep', version: '1.2.3' },
    });
    expect(readable[at]?.events.map(({ name }) => name)).toEqual(
      span.events.map(({ name }) => name),
    );
  }
});

it('has one resource for all spans, which is a whole one', () => {
  const readable = toReadableSpans(buildSpans(loadGoldenLog('server-site-weather.json')), SOURCE);
  const resources = new Set(readable.map(({ resource }) => resource));
  expect(resources.size).toBe(1);
  const [resource] = resources;
  const attributes = { 'service.name': 'desk', 'service.version': '1.2.3' };
  expect(resource?.attributes).toEqual(attributes);
  expect(Object.fromEntries(resource?.getRawAttributes() ?? [])).toEqual(attributes);
  expect(resource?.merge(null).attributes).toEqual(attributes);
});
