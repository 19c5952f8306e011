import type { JsonObject, JsonValue } from '../../core/index.ts';

/** A span of a trace, with the fields that grading uses. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: JsonObject;
  /** The attributes of its events, in their order. */
  readonly events: readonly JsonObject[];
  /** Present where the span failed: the reason that it gives. */
  readonly error?: string;
  /** Where it was read, as file and line or field. */
  readonly place: string;
}

/** An attribute of the span, or of the first of its events that has it. */
export function attributeOf(span: Span, name: string): JsonValue | undefined {
  const holder = [span.attributes, ...span.events].find((one) => Object.hasOwn(one, name));
  return holder?.[name];
}

/** The attribute where it is a text. */
export function textAttribute(span: Span, name: string): string | undefined {
  const value = attributeOf(span, name);
  return typeof value === 'string' ? value : undefined;
}

/** The attribute where it is a number, else 0. */
export function countAttribute(span: Span, name: string): number {
  const value = attributeOf(span, name);
  return typeof value === 'number' ? value : 0;
}
