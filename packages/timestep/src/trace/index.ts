export type { AttributeValue, Attributes, Span, SpanError, SpanEvent, SpanLink } from './span.ts';
export type { SpanOptions } from './spans-in-progress.ts';
export { spansOf } from './spans-of.ts';
export { traceIdOf, traceparentOf, type TracedCall } from './span-ids.ts';
export {
  readTraceparent,
  traceparentIn,
  type TraceContext,
  withTraceparent,
} from './trace-context.ts';
export { spansToOtlp, type SpanSource } from './spans-to-otlp.ts';
export { collectorFrom, type Collector } from './collector.ts';
export { sendSpans, type SendOptions, type SpansSent } from './send-spans.ts';
export { TraceError } from './trace-error.ts';
