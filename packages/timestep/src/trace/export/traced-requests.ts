import type { AnsweredRequest, Clock, BackendHooks } from '../../port/index.ts';
import { ATTRIBUTE } from '../conventions.ts';
import { given } from '../span-attributes.ts';
import type { Span } from '../span.ts';
import { readTraceparent, writeTraceparent } from '../trace-context.ts';
import type { RunWithin } from './active-span.ts';
import { isSampled, type Sampler } from './sampler.ts';

export interface TracedRequestsSite {
  readonly clock: Clock;
  readonly sampler: Sampler;
  /** So many random hexadecimal digits. */
  readonly random: (digits: number) => string;
  /** Has the span active while the request is answered. */
  readonly runWithin?: RunWithin | undefined;
  /** Receives the span of a request that is recorded. */
  readonly onSpan: (span: Span) => void;
}

const SERVER_ERROR = 500;

/** Gives each request to a server a span, below that of its sender. */
export function tracedRequests({
  clock,
  sampler,
  random,
  runWithin,
  onSpan,
}: TracedRequestsSite): NonNullable<BackendHooks['request']> {
  return (traceparent) => {
    const caller = readTraceparent(traceparent);
    const traceId = caller?.traceId ?? random(32);
    const spanId = random(16);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    const isRecorded = isSampled({ traceId, isUnsampled }, sampler);
    const own = { traceId, spanId, isUnsampled: !isRecorded };
    const startedAt = clock.now();
    return {
      traceparent: writeTraceparent(own),
      run: (answer) => (runWithin ? runWithin(() => own, answer) : answer()),
      end(answered) {
        if (!isRecorded) return;
        onSpan({
          traceId,
          spanId,
          ...(caller && { parentSpanId: caller.spanId }),
          startedAt,
          endedAt: Math.max(startedAt, clock.now()),
          ...saidOf(answered),
          events: [],
          links: [],
        });
      },
    };
  };
}

/** What the conventions for HTTP say of a request; its path is left out, which has ids and names. */
function saidOf({
  method,
  status,
  route,
}: AnsweredRequest): Pick<Span, 'name' | 'kind' | 'attributes' | 'error'> {
  const isFailed = status >= SERVER_ERROR;
  const error = isFailed ? { code: String(status) } : undefined;
  const verb = method.startsWith('_') ? 'HTTP' : method;
  return {
    name: route === undefined ? verb : `${verb} ${route}`,
    kind: 'server',
    attributes: given({
      [ATTRIBUTE.method]: method,
      [ATTRIBUTE.status]: status,
      [ATTRIBUTE.route]: route,
      [ATTRIBUTE.error]: error?.code,
    }),
    ...(error && { error }),
  };
}
