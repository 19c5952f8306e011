export type { AttributeValue, Attributes, Span, SpanError, SpanEvent, SpanLink } from './span.ts';
export type { SpanOptions } from './span-progress.ts';
export type { LangfuseLabels } from './langfuse.ts';
export { buildSpans } from './build-spans.ts';
export { getTraceId, createTraceparent, type TracedCall } from './span-ids.ts';
export {
  parseTraceparent,
  readTraceparentHeader,
  type TraceContext,
  addTraceparentIfMissing,
} from './trace-context.ts';
export { spansToOtlp, type SpanSource } from './spans-to-otlp.ts';
export { toReadableSpans, type ReadableSpan } from './readable-spans.ts';
export { readCollector, type Collector } from './collector.ts';
export { sendSpans, type SendOptions, type SendResult } from './send-spans.ts';
export { ATTRIBUTE, getEventName, OPERATION } from './conventions.ts';
export type { SpanExporter } from './export/exporter-sender.ts';
export type { TracedBackend } from './export/export-traces.ts';
export { createSpanFeed, type SpanFeed, type SpanFeedOptions } from './export/span-feed.ts';
export { startTracing } from './export/lazy-tracing.ts';
export type { StartTracingOptions } from './export/export-settings.ts';
export {
  readTracingSettings,
  type TracingOverrides,
  type TracingSettings,
} from './export/tracing-settings.ts';
export type { Sampler } from './export/sampler.ts';
export { createSpanSender, type SpanSender } from './export/span-sender.ts';
export {
  buildGradesSpan,
  getTrialTraceId,
  buildTrialSpans,
  type GradedSpan,
  type TracedTrial,
  type TrialGrade,
} from './trial-spans.ts';
export { createSecretsMask } from './redaction.ts';
export { TraceError } from './trace-error.ts';
