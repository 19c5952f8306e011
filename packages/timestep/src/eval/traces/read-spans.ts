import {
  isJsonObject,
  parseJson,
  readObjects,
  readText,
  reportFieldType,
  toFields,
  requireText,
  type Fields,
  type JsonObject,
} from '#core';
import { createFieldRules, EvalError } from '../eval-error.ts';
import { removeByteOrderMark } from '../json-text.ts';
import { readAttributes } from './attribute-value.ts';
import type { Span } from './span.ts';

const NANOSECONDS_PER_MS = 1e6;
const FAILED: readonly unknown[] = [2, 'STATUS_CODE_ERROR'];

/** Reads spans of OTLP/JSON, one export request or one per line. Throws `EvalError`. */
export function parseSpans(text: string, file: string): Span[] {
  return parseExportRequests(text, file).flatMap(([location, request]) =>
    [toFields(request, createFieldRules('bad-trace', location), '')]
      .flatMap((fields) => readObjects(fields, 'resourceSpans') ?? [])
      .flatMap((resource) => readObjects(resource, 'scopeSpans') ?? [])
      .flatMap((scope) => readObjects(scope, 'spans') ?? [])
      .map((span) => readSpan(span, `${location} ${span.path}`)),
  );
}

function parseExportRequests(marked: string, file: string): [location: string, JsonObject][] {
  const text = removeByteOrderMark(marked);
  const whole = parseJson(text);
  if (isJsonObject(whole)) return [[file, whole]];
  const requests = text.split('\n').flatMap((line, index): [string, JsonObject][] => {
    if (line.trim() === '') return [];
    const value = parseJson(line);
    const location = `${file}:${index + 1}`;
    if (isJsonObject(value)) return [[location, value]];
    const what = 'the file must be OTLP/JSON, as one request or one request per line';
    throw new EvalError('bad-trace', `the trace at ${location} is not a JSON object: ${what}`);
  });
  if (requests.length === 0)
    throw new EvalError(
      'bad-trace',
      `the file ${file} contains no traces: write traces to it as OTLP/JSON`,
    );
  return requests;
}

function readSpan(span: Fields, location: string): Span {
  const parentSpanId = readText(span, 'parentSpanId') ?? '';
  const { status } = span.object;
  const failed = isJsonObject(status) && FAILED.includes(status['code']);
  const attributes = readAttributes(span, 'attributes');
  return {
    traceId: requireText(span, 'traceId'),
    spanId: requireText(span, 'spanId'),
    ...(parentSpanId !== '' && { parentSpanId }),
    name: readText(span, 'name') ?? '',
    startMs: readTimeMs(span, 'startTimeUnixNano'),
    endMs: readTimeMs(span, 'endTimeUnixNano'),
    attributes,
    events: (readObjects(span, 'events') ?? []).map((event) => readAttributes(event, 'attributes')),
    ...(failed && { error: getSpanError(status, attributes) }),
    location,
  };
}

function getSpanError({ message }: JsonObject, { 'error.type': type }: JsonObject): string {
  if (typeof message === 'string' && message !== '') return message;
  return typeof type === 'string' ? type : 'failed';
}

/** Reads a time in nanoseconds, written as a string or a number. As a double, it is exact to 1 µs. */
function readTimeMs(span: Fields, name: string): number {
  const given = span.object[name];
  const time = typeof given === 'string' && given !== '' ? Number(given) : given;
  if (typeof time === 'number' && time >= 0) return time / NANOSECONDS_PER_MS;
  return reportFieldType(span, name, 'a time in nanoseconds') ?? 0;
}
