import { expect, it } from 'vitest';
import { createManualClock } from '#testing';
import type { Span } from '../span.ts';
import { EXPORT_ALL, type Sampler } from './sampler.ts';
import { createIncomingRequestHook } from './request-hook.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function begun(sampler: Sampler = EXPORT_ALL) {
  const clock = createManualClock(1000);
  const spans: Span[] = [];
  let drawn = 0;
  const begin = createIncomingRequestHook({
    clock,
    sampler,
    random: (digits) => `${(drawn += 1)}`.repeat(digits),
    onSpan: (span) => spans.push(span),
  });
  return { begin, spans, clock };
}

it('gives a request a span by the names of the conventions', () => {
  const { begin, spans, clock } = begun();
  const request = begin(undefined);
  expect(request.traceparent).toBe(`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`);
  expect(request.run(() => 'answered')).toBe('answered');
  clock.advance(25);
  request.end({ method: 'POST', status: 200, route: '/agents/{agent}' });
  expect(spans).toEqual([
    {
      traceId: '1'.repeat(32),
      spanId: '2'.repeat(16),
      name: 'POST /agents/{agent}',
      kind: 'server',
      startedAt: 1000,
      endedAt: 1025,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/agents/{agent}',
      },
      events: [],
      links: [],
    },
  ]);
});

it('is below the span of the sender', () => {
  const { begin, spans } = begun();
  const request = begin(CALLER);
  expect(request.traceparent).toBe(`00-0af7651916cd43dd8448eb211c80319c-${'1'.repeat(16)}-01`);
  request.end({ method: 'GET', status: 200, route: '/' });
  expect(spans).toMatchObject([
    { traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' },
  ]);
});

it('fails where the server failed, and not where the sender did', () => {
  const { begin, spans } = begun();
  begin('no traceparent').end({ method: '_OTHER', status: 404 });
  begin(undefined).end({ method: 'POST', status: 503, route: '/v1' });
  expect(spans.map(({ name, error }) => [name, error])).toEqual([
    ['HTTP', undefined],
    ['POST /v1', { code: '503' }],
  ]);
  expect(spans[1]?.attributes['error.type']).toBe('503');
});

it('records nothing that the sender or the sampler does not, and says so to what it begins', () => {
  const unrecorded = [
    begun().begin(CALLER.replace(/01$/, '00')),
    begun({ isParentBased: true, ratio: 0 }).begin(undefined),
  ];
  for (const request of unrecorded) expect(request.traceparent).toMatch(/-00$/);
  const { begin, spans } = begun({ isParentBased: true, ratio: 0 });
  begin(undefined).end({ method: 'GET', status: 200 });
  expect(spans).toEqual([]);
  begin(CALLER).end({ method: 'GET', status: 200 });
  expect(spans).toHaveLength(1);
});
