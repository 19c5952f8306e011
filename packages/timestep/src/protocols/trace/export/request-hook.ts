import { omitUndefined } from '#core';
import type { RequestResult, Clock, BackendHooks } from '#engine/port';
import { ATTRIBUTE } from '../conventions.ts';
import type { Span } from '../span.ts';
import { parseTraceparent, formatTraceparent } from '../trace-context.ts';
import type { RunWithSpan } from './run-with-span.ts';
import { isSampled, type Sampler } from './sampler.ts';

export interface RequestHookDeps {
  readonly clock: Clock;
  readonly sampler: Sampler;
  readonly random: (digits: number) => string;
  readonly runWithSpan?: RunWithSpan | undefined;
  /** Called with the span of each request that begins. */
  readonly onBegin?: ((span: Span) => void) | undefined;
  readonly onSpan: (span: Span) => void;
}

const SERVER_ERROR = 500;

/** Creates a hook that records a span for each request, as a child of the caller's span. */
export function createIncomingRequestHook(
  deps: RequestHookDeps,
): NonNullable<BackendHooks['request']> {
  const { clock, sampler, random, runWithSpan, onBegin, onSpan } = deps;
  return (traceparent) => {
    const caller = parseTraceparent(traceparent);
    const traceId = caller?.traceId ?? random(32);
    const spanId = random(16);
    const isUnsampled = caller ? caller.isUnsampled === true : undefined;
    const isRecorded = isSampled({ traceId, isUnsampled }, sampler);
    const own = { traceId, spanId, isUnsampled: !isRecorded };
    const startedAt = clock.now();
    const begun = {
      traceId,
      spanId,
      ...(caller && { parentSpanId: caller.spanId }),
      startedAt,
      events: [],
      links: [],
    };
    if (isRecorded) onBegin?.({ ...begun, name: 'HTTP', kind: 'server', attributes: {} });
    return {
      traceparent: formatTraceparent(own),
      run: (answer) => (runWithSpan ? runWithSpan(() => own, answer) : answer()),
      end(answered) {
        if (!isRecorded) return;
        const endedAt = Math.max(startedAt, clock.now());
        onSpan({ ...begun, endedAt, ...describeServedRequest(answered) });
      },
    };
  };
}

/** Describes a request by the OpenTelemetry HTTP conventions, without its path, which contains ids. */
function describeServedRequest(
  result: RequestResult,
): Pick<Span, 'name' | 'kind' | 'attributes' | 'error'> {
  const { method, status, route } = result;
  const isFailed = status >= SERVER_ERROR;
  const error = isFailed ? { code: String(status) } : undefined;
  const verb = method.startsWith('_') ? 'HTTP' : method;
  return {
    name: route === undefined ? verb : `${verb} ${route}`,
    kind: 'server',
    attributes: omitUndefined({
      [ATTRIBUTE.method]: method,
      [ATTRIBUTE.status]: status,
      [ATTRIBUTE.route]: route,
      [ATTRIBUTE.error]: error?.code,
    }),
    ...(error && { error }),
  };
}
