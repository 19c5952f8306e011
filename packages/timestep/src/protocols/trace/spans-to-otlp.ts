import type { JsonObject } from '#core';
import { createTextPieceCollector, type TextPieces } from '#protocols/http';
import { createAttributeFormatter, type FormatAttributes } from './attribute-formatter.ts';
import type { Span, SpanEvent, SpanLink } from './span.ts';

/** The service that recorded the spans. */
export interface SpanSource {
  /** Name of the service, by which programs list traces. */
  readonly service: string;
  readonly version: string;
}

/** Converts spans to an OTLP/JSON 1.x `ExportTraceServiceRequest`. Omits running spans. */
export function spansToOtlp(spans: readonly Span[], source: SpanSource): JsonObject {
  const pieces = writeOtlp(spans, source).end();
  return JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
}

/** Formats a request directly as text, because intermediate objects would be much slower. */
export function writeOtlp(
  spans: readonly Span[],
  { service, version }: SpanSource,
  pieces: TextPieces = createTextPieceCollector(),
): TextPieces {
  const written: TextCache = {
    attributesText: createAttributeFormatter(),
    names: { internal: new Map(), server: new Map(), client: new Map() },
    traceId: '',
    traceText: '',
  };
  const resource = written.attributesText({ 'service.name': service, 'service.version': version });
  const scope = `{"name":"timestep","version":${JSON.stringify(version)}}`;
  pieces.add(
    `{"resourceSpans":[{"resource":{"attributes":[${resource}]},"scopeSpans":[{"scope":${scope},"spans":[`,
  );
  let separator = '';
  let texts = '';
  for (const span of spans) {
    if (span.endedAt === undefined) continue;
    texts += separator + formatSpan(span, span.endedAt, written);
    separator = ',';
    if (texts.length < CHUNK_CHARACTERS) continue;
    pieces.add(texts);
    texts = '';
  }
  pieces.add(`${texts}]}]}]}`);
  return pieces;
}

const CHUNK_CHARACTERS = 4096;

/** Numbers of span kinds in OTLP. */
export const KINDS = { internal: 1, server: 2, client: 3 } as const;
/** Status code of an error in OTLP. */
export const FAILED = 2;

/** Cached texts of one request, because joining fewer parts is faster. */
interface TextCache {
  readonly attributesText: FormatAttributes;
  /** Cached texts for the part of a span from its id to its start time, by span kind and name. */
  readonly names: Readonly<Record<Span['kind'], Map<string, string>>>;
  traceId: string;
  traceText: string;
}

function formatSpan(span: Span, endedAt: number, cache: TextCache): string {
  const { traceId, spanId, parentSpanId, startedAt, attributes, events, links, error } = span;
  if (traceId !== cache.traceId) {
    cache.traceId = traceId;
    cache.traceText = ['{"traceId":', JSON.stringify(traceId), ',"spanId":'].join('');
  }
  let text = cache.traceText + JSON.stringify(spanId);
  if (parentSpanId !== undefined) text += `,"parentSpanId":${JSON.stringify(parentSpanId)}`;
  text += `${formatSpanName(span, cache)}${toWholeMilliseconds(startedAt)}000000","endTimeUnixNano":"`;
  text += `${toWholeMilliseconds(endedAt)}000000","attributes":[${cache.attributesText(attributes)}`;
  if (events.length > 0) text += `],"events":[${formatEvents(events, cache)}`;
  if (links.length > 0) text += `],"links":[${links.map(formatSpanLink).join(',')}`;
  if (!error) return `${text}]}`;
  const message = error.message === undefined ? '' : `,"message":${JSON.stringify(error.message)}`;
  return `${text}],"status":{"code":${FAILED}${message}}}`;
}

function formatSpanName({ name, kind }: Span, { names }: TextCache): string {
  const known = names[kind].get(name);
  if (known !== undefined) return known;
  const rest = `,"kind":${KINDS[kind]},"startTimeUnixNano":"`;
  const text = [',"name":', JSON.stringify(name), rest].join('');
  names[kind].set(name, text);
  return text;
}

function formatEvents(events: readonly SpanEvent[], { attributesText }: TextCache): string {
  let texts = '';
  for (const { name, at, attributes } of events) {
    texts += `${texts === '' ? '' : ','}{"name":${JSON.stringify(name)},"timeUnixNano":"${toWholeMilliseconds(at)}000000","attributes":[${attributesText(attributes)}]}`;
  }
  return texts;
}

function formatSpanLink({ traceId, spanId }: SpanLink): string {
  return JSON.stringify({ traceId, spanId });
}

export function toWholeMilliseconds(ms: number): number {
  return Math.max(0, Math.trunc(ms));
}
