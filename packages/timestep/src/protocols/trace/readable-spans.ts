import type { Attributes, Span } from './span.ts';
import { FAILED, KINDS, toWholeMilliseconds, type SpanSource } from './spans-to-otlp.ts';

/** A time as seconds since the epoch and nanoseconds. */
type HrTime = [number, number];

type AttributeValues = Record<string, string | number | boolean | string[]>;

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

interface Resource {
  readonly attributes: AttributeValues;
  merge(other: unknown): Resource;
  getRawAttributes(): [string, AttributeValues[string]][];
}

/** A span in the form that exporters of OpenTelemetry for JavaScript expect. */
export interface ReadableSpan {
  readonly name: string;
  readonly kind: number;
  readonly spanContext: () => SpanContext;
  readonly parentSpanContext?: SpanContext;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly duration: HrTime;
  readonly ended: boolean;
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: AttributeValues;
  readonly links: { readonly context: SpanContext }[];
  readonly events: {
    readonly name: string;
    readonly time: HrTime;
    readonly attributes: AttributeValues;
  }[];
  readonly resource: Resource;
  readonly instrumentationScope: { readonly name: string; readonly version: string };
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly droppedLinksCount: number;
}

const UNSET = 0;
const SAMPLED = 1;

/** Converts ended spans for any OpenTelemetry exporter. */
export function toReadableSpans(
  spans: readonly Span[],
  { service, version }: SpanSource,
): ReadableSpan[] {
  const resource = createResource({ 'service.name': service, 'service.version': version });
  const instrumentationScope = { name: 'timestep', version };
  return spans.flatMap((span) => {
    const { traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, error } = span;
    if (endedAt === undefined) return [];
    const context = { traceId, spanId, traceFlags: SAMPLED };
    const message = error?.message;
    return {
      name,
      // The OpenTelemetry API numbers span kinds from 0, unlike OTLP.
      kind: KINDS[kind] - 1,
      spanContext: () => context,
      ...(parentSpanId !== undefined && {
        parentSpanContext: { ...context, spanId: parentSpanId },
      }),
      startTime: toHrTime(startedAt),
      endTime: toHrTime(endedAt),
      duration: toHrTime(endedAt - startedAt),
      ended: true,
      status: { code: error ? FAILED : UNSET, ...(message !== undefined && { message }) },
      attributes: copyAttributes(span.attributes),
      links: span.links.map((link) => ({
        context: { ...link, traceFlags: SAMPLED, isRemote: true },
      })),
      events: span.events.map(({ name: event, at, attributes }) => ({
        name: event,
        time: toHrTime(at),
        attributes: copyAttributes(attributes),
      })),
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
      resource,
      instrumentationScope,
    };
  });
}

function createResource(attributes: AttributeValues): Resource {
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}

function copyAttributes(attributes: Attributes): AttributeValues {
  const values: AttributeValues = {};
  for (const [name, value] of Object.entries(attributes)) {
    values[name] = typeof value === 'object' ? [...value] : value;
  }
  return values;
}

function toHrTime(ms: number): HrTime {
  const whole = toWholeMilliseconds(ms);
  return [Math.trunc(whole / 1000), (whole % 1000) * 1_000_000];
}
