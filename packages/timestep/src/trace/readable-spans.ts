import type { Attributes, Span, SpanEvent } from './span.ts';
import type { SpanSource } from './spans-to-otlp.ts';

/** Seconds since the epoch, and nanoseconds. */
type Time = [number, number];

type Values = Record<string, string | number | boolean | string[]>;

interface Context {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

interface Resource {
  readonly attributes: Values;
  merge(other: unknown): Resource;
  getRawAttributes(): [string, Values[string]][];
}

/** A span as exporters of OpenTelemetry for JavaScript take it. */
export interface ReadableSpan {
  readonly name: string;
  readonly kind: number;
  readonly spanContext: () => Context;
  readonly parentSpanContext?: Context;
  readonly startTime: Time;
  readonly endTime: Time;
  readonly duration: Time;
  readonly ended: boolean;
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: Values;
  readonly links: { readonly context: Context }[];
  readonly events: { readonly name: string; readonly time: Time; readonly attributes: Values }[];
  readonly resource: Resource;
  readonly instrumentationScope: { readonly name: string; readonly version: string };
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly droppedLinksCount: number;
}

/** `SpanKind` and `SpanStatusCode` of the API, which counts kinds from 0. */
const KINDS = { internal: 0, server: 1, client: 2 } as const;
const UNSET = 0;
const FAILED = 2;
const SAMPLED = 1;

/** The spans that have ended, for any exporter of OpenTelemetry. */
export function readableSpansOf(
  spans: readonly Span[],
  { service, version }: SpanSource,
): ReadableSpan[] {
  const resource = resourceOf({ 'service.name': service, 'service.version': version });
  const instrumentationScope = { name: 'timestep', version };
  return spans.flatMap((span) =>
    span.endedAt === undefined
      ? []
      : [{ ...readable(span, span.endedAt), resource, instrumentationScope }],
  );
}

type OfSpan = Omit<ReadableSpan, 'resource' | 'instrumentationScope'>;

function readable(span: Span, endedAt: number): OfSpan {
  const { traceId, spanId, parentSpanId, name, kind, startedAt, attributes, error } = span;
  const context = { traceId, spanId, traceFlags: SAMPLED };
  const hasMessage = error?.message !== undefined;
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => context,
    ...(parentSpanId !== undefined && { parentSpanContext: { ...context, spanId: parentSpanId } }),
    startTime: timeOf(startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - startedAt),
    ended: true,
    status: { code: error ? FAILED : UNSET, ...(hasMessage && { message: error.message }) },
    attributes: valuesOf(attributes),
    links: span.links.map((link) => ({
      context: { ...link, traceFlags: SAMPLED, isRemote: true },
    })),
    events: span.events.map(eventOf),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function eventOf({ name, at, attributes }: SpanEvent): ReadableSpan['events'][number] {
  return { name, time: timeOf(at), attributes: valuesOf(attributes) };
}

function resourceOf(attributes: Values): Resource {
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}

function valuesOf(attributes: Attributes): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(attributes)) {
    values[name] = typeof value === 'object' ? [...value] : value;
  }
  return values;
}

function timeOf(ms: number): Time {
  const whole = Math.max(0, Math.trunc(ms));
  return [Math.trunc(whole / 1000), (whole % 1000) * 1_000_000];
}
