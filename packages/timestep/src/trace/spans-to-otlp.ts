import type { JsonObject } from '../core/index.ts';
import { createTextPieces, type TextPieces } from '../http/index.ts';
import { attributeTexts, type AttributeTexts } from './attribute-texts.ts';
import type { Span, SpanEvent, SpanLink } from './span.ts';

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
export function otlpPieces(
  spans: readonly Span[],
  { service, version }: SpanSource,
  pieces: TextPieces = createTextPieces(),
): TextPieces {
  const written: Written = {
    attributesText: attributeTexts(),
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
    texts += separator + spanText(span, span.endedAt, written);
    separator = ',';
    if (texts.length < AT_ONCE) continue;
    pieces.add(texts);
    texts = '';
  }
  pieces.add(`${texts}]}]}]}`);
  return pieces;
}

/** Characters that become bytes at a time. */
const AT_ONCE = 4096;

/** `SpanKind` and `StatusCode` of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;

/** Texts that come again: the fewer parts a text is made of, the less it takes to put them together. */
interface Written {
  readonly attributesText: AttributeTexts;
  /** From the id of a span to the time when it began. */
  readonly names: Readonly<Record<Span['kind'], Map<string, string>>>;
  traceId: string;
  /** From the beginning of a span of the trace to its own id. */
  traceText: string;
}

function spanText(span: Span, endedAt: number, written: Written): string {
  const { traceId, spanId, parentSpanId, startedAt, attributes, events, links, error } = span;
  if (traceId !== written.traceId) {
    written.traceId = traceId;
    written.traceText = ['{"traceId":', JSON.stringify(traceId), ',"spanId":'].join('');
  }
  let text = written.traceText + JSON.stringify(spanId);
  if (parentSpanId !== undefined) text += `,"parentSpanId":${JSON.stringify(parentSpanId)}`;
  text += `${nameText(span, written)}${milliseconds(startedAt)}000000","endTimeUnixNano":"`;
  text += `${milliseconds(endedAt)}000000","attributes":[${written.attributesText(attributes)}`;
  if (events.length > 0) text += `],"events":[${eventsText(events, written)}`;
  if (links.length > 0) text += `],"links":[${links.map(linkText).join(',')}`;
  if (!error) return `${text}]}`;
  const message = error.message === undefined ? '' : `,"message":${JSON.stringify(error.message)}`;
  return `${text}],"status":{"code":${FAILED}${message}}}`;
}

function nameText({ name, kind }: Span, { names }: Written): string {
  const known = names[kind].get(name);
  if (known !== undefined) return known;
  const rest = `,"kind":${KINDS[kind]},"startTimeUnixNano":"`;
  const text = [',"name":', JSON.stringify(name), rest].join('');
  names[kind].set(name, text);
  return text;
}

function eventsText(events: readonly SpanEvent[], { attributesText }: Written): string {
  let texts = '';
  for (const { name, at, attributes } of events) {
    texts += `${texts === '' ? '' : ','}{"name":${JSON.stringify(name)},"timeUnixNano":"${milliseconds(at)}000000","attributes":[${attributesText(attributes)}]}`;
  }
  return texts;
}

function linkText({ traceId, spanId }: SpanLink): string {
  return JSON.stringify({ traceId, spanId });
}

/** OTLP/JSON writes 64 bits as text, of nanoseconds; a number would lose the last digits. */
function milliseconds(ms: number): number {
  return Math.max(0, Math.trunc(ms));
}
