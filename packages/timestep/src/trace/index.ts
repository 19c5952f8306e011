export type { AttributeValue, Attributes, Span, SpanError, SpanEvent, SpanLink } from './span.ts';
export type { SpanOptions } from './spans-in-progress.ts';
export type { LangfuseLabels } from './langfuse.ts';
export { spansOf } from './spans-of.ts';
export { traceIdOf, traceparentOf, type TracedCall } from './span-ids.ts';
export {
  readTraceparent,
  traceparentIn,
  type TraceContext,
  withTraceparent,
} from './trace-context.ts';
export { spansToOtlp, type SpanSource } from './spans-to-otlp.ts';
export { readableSpansOf, type ReadableSpan } from './readable-spans.ts';
export { collectorFrom, type Collector } from './collector.ts';
export { sendSpans, type SendOptions, type SpansSent } from './send-spans.ts';
export { ATTRIBUTE, eventName, OPERATION } from './conventions.ts';
export type { SpanExporter } from './export/exporter-sender.ts';
export type { TracedBackend } from './export/export-traces.ts';
export { createSpanFeed, type SpanFeed, type SpanFeedOptions } from './export/span-feed.ts';
export { startTracing } from './export/start-tracing.ts';
export type { StartTracingOptions } from './export/sending.ts';
export {
  tracingSettingsFrom,
  type OwnTracing,
  type TracingSettings,
} from './export/tracing-settings.ts';
export type { Sampler } from './export/sampler.ts';
export { openSpanSender, type SpanSender } from './export/span-sender.ts';
export {
  spanOfGrades,
  traceIdOfTrial,
  trialSpans,
  type GradedSpan,
  type TracedTrial,
  type TrialGrade,
} from './trial-spans.ts';
export { secretsMask } from './redaction.ts';
export { TraceError } from './trace-error.ts';
