import type { JsonObject } from '../core/index.ts';
import { createTextPieces, type TextPieces } from '../http/index.ts';
import { FRACTIONS } from './conventions.ts';
import type { Attributes, AttributeValue, Span, SpanEvent, SpanLink } from './span.ts';

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
export function spansToOtlp(spans: readonly Span[], source: SpanSource): JsonObject {
  const pieces = otlpPieces(spans, source).end();
  return JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
}

/** The text of `spansToOtlp`, which is written at once: objects in between would cost more than all else. */
export function otlpPieces(spans: readonly Span[], { service, version }: SpanSource): TextPieces {
  const written: Written = new Map();
  const pieces = createTextPieces();
  const resource = attributesText({ 'service.name': service, 'service.version': version }, written);
  const scope = `{"name":"timestep","version":${JSON.stringify(version)}}`;
  pieces.add(
    `{"resourceSpans":[{"resource":{"attributes":${resource}},"scopeSpans":[{"scope":${scope},"spans":[`,
  );
  let separator = '';
  for (const span of spans) {
    if (span.endedAt === undefined) continue;
    pieces.add(`${separator}${spanText(span, span.endedAt, written)}`);
    separator = ',';
  }
  pieces.add(']}]}]}');
  return pieces;
}

/** `SpanKind` and `StatusCode` of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;

/** The newest value of each attribute with its text: spans of one task have most of theirs in common. */
type Written = Map<string, { value: AttributeValue; text: string }>;

function spanText(span: Span, endedAt: number, written: Written): string {
  const { traceId, spanId, parentSpanId, name, kind, startedAt, attributes, error } = span;
  let text = `{"traceId":${JSON.stringify(traceId)},"spanId":${JSON.stringify(spanId)}`;
  if (parentSpanId !== undefined) text += `,"parentSpanId":${JSON.stringify(parentSpanId)}`;
  text += `,"name":${JSON.stringify(name)},"kind":${KINDS[kind]}`;
  text += `,"startTimeUnixNano":${nanoseconds(startedAt)},"endTimeUnixNano":${nanoseconds(endedAt)}`;
  text += `,"attributes":${attributesText(attributes, written)}`;
  if (span.events.length > 0) text += `,"events":[${eventsText(span.events, written)}]`;
  if (span.links.length > 0) text += `,"links":[${span.links.map(linkText).join(',')}]`;
  if (error) {
    const message =
      error.message === undefined ? '' : `,"message":${JSON.stringify(error.message)}`;
    text += `,"status":{"code":${FAILED}${message}}`;
  }
  return `${text}}`;
}

function eventsText(events: readonly SpanEvent[], written: Written): string {
  let texts = '';
  for (const { name, at, attributes } of events) {
    const attributed = attributesText(attributes, written);
    texts += `${texts === '' ? '' : ','}{"name":${JSON.stringify(name)},"timeUnixNano":${nanoseconds(at)},"attributes":${attributed}}`;
  }
  return texts;
}

function linkText({ traceId, spanId }: SpanLink): string {
  return JSON.stringify({ traceId, spanId });
}

function attributesText(attributes: Attributes, written: Written): string {
  let texts = '';
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    texts += `${texts === '' ? '' : ','}${attributeText(key, value, written)}`;
  }
  return `[${texts}]`;
}

function attributeText(key: string, value: AttributeValue, written: Written): string {
  const before = written.get(key);
  if (before?.value === value) return before.text;
  const text = `{"key":${JSON.stringify(key)},"value":${valueText(key, value)}}`;
  if (before) {
    before.value = value;
    before.text = text;
  } else {
    written.set(key, { value, text });
  }
  return text;
}

function valueText(key: string, value: AttributeValue): string {
  switch (typeof value) {
    case 'string':
      return stringText(value);
    case 'boolean':
      return `{"boolValue":${value}}`;
    case 'number':
      return Number.isInteger(value) && !FRACTIONS.has(key)
        ? `{"intValue":"${value}"}`
        : `{"doubleValue":${JSON.stringify(value)}}`;
    default:
      return `{"arrayValue":{"values":[${value.map(stringText).join(',')}]}}`;
  }
}

function stringText(value: string): string {
  return `{"stringValue":${JSON.stringify(value)}}`;
}

/** OTLP/JSON writes 64 bits as text; a number would lose the last digits. */
function nanoseconds(ms: number): string {
  return `"${Math.max(0, Math.trunc(ms))}000000"`;
}
