import type { JsonObject, JsonValue } from '#core';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Start time in milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: JsonObject;
  readonly events: readonly JsonObject[];
  readonly error?: string;
  /** Location for error messages: file and line or field. */
  readonly location: string;
}

/** Finds an attribute of the span or of the first event that has it. */
export function findSpanOrEventAttribute(span: Span, name: string): JsonValue | undefined {
  const holder = [span.attributes, ...span.events].find((one) => Object.hasOwn(one, name));
  return holder?.[name];
}

export function findTextAttribute(span: Span, name: string): string | undefined {
  const value = findSpanOrEventAttribute(span, name);
  return typeof value === 'string' ? value : undefined;
}

export function getNumberAttribute(span: Span, name: string): number {
  const value = findSpanOrEventAttribute(span, name);
  return typeof value === 'number' ? value : 0;
}
