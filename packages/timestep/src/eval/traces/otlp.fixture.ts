import type { JsonObject, JsonValue } from '#core';

/** A span as exporters write it. */
export interface GivenSpan {
  readonly id: string;
  readonly parent?: string;
  readonly trace?: string;
  /** Milliseconds. */
  readonly from?: number;
  readonly to?: number;
  readonly attributes?: JsonObject;
  readonly events?: readonly JsonObject[];
  readonly error?: string;
}

/** An export request of OTLP/JSON with these spans. */
export function requestOf(...spans: readonly GivenSpan[]): JsonObject {
  const written = spans.map((span): JsonObject => {
    const { id, parent, trace = 't1', from = 0, to = 0, attributes = {}, events, error } = span;
    return {
      traceId: trace,
      spanId: id,
      ...(parent !== undefined && { parentSpanId: parent }),
      name: id,
      kind: 1,
      startTimeUnixNano: `${from}000000`,
      endTimeUnixNano: `${to}000000`,
      attributes: attributesOf(attributes),
      ...(events && { events: events.map((one) => ({ attributes: attributesOf(one) })) }),
      status: error === undefined ? {} : { code: 2, message: error },
    };
  });
  return { resourceSpans: [{ scopeSpans: [{ spans: written }] }] };
}

function attributesOf(attributes: JsonObject): JsonValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: JsonValue): JsonObject {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) {
    return { arrayValue: { values: (value as JsonValue[]).map(valueOf) } };
  }
  return value === null ? {} : { kvlistValue: { values: attributesOf(value as JsonObject) } };
}

/** The attributes of a model call. */
export function chat(input: JsonValue, output: JsonValue, more: JsonObject = {}): JsonObject {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify(output),
    ...more,
  };
}

/** A message of the GenAI conventions with one text. */
export function says(role: string, content: string): JsonObject {
  return { role, parts: [{ type: 'text', content }] };
}
