import type { JsonObject } from '../core/index.ts';

/** The key of metadata, and the name of the header, that says which span led to a request. */
const TRACEPARENT = 'traceparent';

/** The span that led to a request. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller says that it does not record the trace. */
  readonly isUnsampled?: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The flag that the caller may have recorded the trace. */
const SAMPLED = 1;

/** Reads a `traceparent` (W3C Trace Context, section 3.2); `undefined` where it is none. */
export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(value) ?? [];
  const isKnown = version !== undefined && version !== 'ff' && !(version === '00' && rest);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isUnsampled = (Number.parseInt(flags, 16) & SAMPLED) === 0;
  return { traceId, spanId, ...(isUnsampled && { isUnsampled }) };
}

/** A span as a `traceparent`, recorded unless it says otherwise. */
export function writeTraceparent({ traceId, spanId, isUnsampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isUnsampled ? '00' : '01'}`;
}

/** The span that led to a message, by the metadata of the message. */
export function traceContextIn(metadata: JsonObject | undefined): TraceContext | undefined {
  return readTraceparent(metadata?.[TRACEPARENT]);
}

/** Later versions may be longer. */
const LENGTH = 55;

/** The `traceparent` of a request; `undefined` where it has none that can be read. */
export function traceparentIn(headers: Headers): string | undefined {
  const given = headers.get(TRACEPARENT) ?? '';
  return readTraceparent(given) && given.slice(0, LENGTH);
}

/** Metadata with a `traceparent`, unless they have one. */
export function withTraceparent(
  metadata: JsonObject | undefined,
  traceparent: string | undefined,
): JsonObject | undefined {
  if (traceparent === undefined || metadata?.[TRACEPARENT] !== undefined) return metadata;
  return { ...metadata, [TRACEPARENT]: traceparent };
}
