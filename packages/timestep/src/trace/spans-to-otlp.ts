import type { JsonObject, JsonValue } from '../core/index.ts';
import { FRACTIONS } from './conventions.ts';
import type { Attributes, AttributeValue, Span, SpanEvent } from './span.ts';

/** What recorded the spans. */
export interface SpanSource {
  /** The name of the service, by which programs list traces. */
  readonly service: string;
  readonly version: string;
}

/**
 * Spans as a request of OTLP/JSON 1.x (`ExportTraceServiceRequest`). Spans that are under way are left out,
 * because a span is sent once.
 */
export function spansToOtlp(spans: readonly Span[], { service, version }: SpanSource): JsonObject {
  const attributes = { 'service.name': service, 'service.version': version };
  const ended = spans.flatMap((span) =>
    span.endedAt === undefined ? [] : [spanToOtlp(span, span.endedAt)],
  );
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesToOtlp(attributes) },
        scopeSpans: [{ scope: { name: 'timestep', version }, spans: ended }],
      },
    ],
  };
}

/** `SpanKind` and `StatusCode` of OTLP. */
const KINDS = { internal: 1, client: 3 } as const;
const FAILED = 2;

function spanToOtlp(span: Span, endedAt: number): JsonObject {
  const { traceId, spanId, parentSpanId, name, kind, startedAt, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesToOtlp(attributes),
    ...(span.events.length > 0 && { events: span.events.map(eventToOtlp) }),
    ...(span.links.length > 0 && { links: span.links.map((link) => ({ ...link })) }),
    ...(error && {
      status: { code: FAILED, ...(error.message !== undefined && { message: error.message }) },
    }),
  };
}

function eventToOtlp({ name, at, attributes }: SpanEvent): JsonObject {
  return { name, timeUnixNano: nanoseconds(at), attributes: attributesToOtlp(attributes) };
}

function attributesToOtlp(attributes: Attributes): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(key, value) }));
}

function anyValue(key: string, value: AttributeValue): JsonObject {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) && !FRACTIONS.has(key)
        ? { intValue: String(value) }
        : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map((one): JsonValue => ({ stringValue: one })) } };
  }
}

/** OTLP/JSON writes 64 bits as text; a number would lose the last digits. */
function nanoseconds(ms: number): string {
  return `${Math.max(0, Math.trunc(ms))}000000`;
}
