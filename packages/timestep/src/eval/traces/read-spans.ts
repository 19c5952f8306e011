import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import { attributesToObject } from './attribute-value.ts';
import type { Span } from './span.ts';

const NANOSECONDS_PER_MS = 1e6;
const FAILED: readonly unknown[] = [2, 'STATUS_CODE_ERROR'];

/**
 * Reads the spans of an OTLP/JSON file: one export request, or one per line as collectors write
 * them. Throws `EvalError` with the file and the line or field.
 */
export function parseSpans(text: string, file: string): Span[] {
  return parseExportRequests(text, file).flatMap(({ value, location }) => {
    const spans = readListField(value, 'resourceSpans', location).flatMap((resource) =>
      readListField(resource.value, 'scopeSpans', resource.location).flatMap((scope) =>
        readListField(scope.value, 'spans', scope.location).map(readSpan),
      ),
    );
    return spans;
  });
}

/** A part of a file with its location for error messages. */
interface LocatedObject {
  readonly value: JsonObject;
  readonly location: string;
}

function parseExportRequests(text: string, file: string): LocatedObject[] {
  const whole = parseJsonOrUndefined(text);
  if (isJsonObject(whole)) return [{ value: whole, location: file }];
  const requests = text.split('\n').flatMap((line, index): LocatedObject[] => {
    if (line.trim() === '') return [];
    const value = parseJsonOrUndefined(line);
    const location = `${file}:${index + 1}`;
    if (isJsonObject(value)) return [{ value, location }];
    throw createTraceError(
      location,
      'is not a JSON object: the file must be OTLP/JSON, as one request or one request per line',
    );
  });
  if (requests.length === 0) throw createTraceError(file, 'contains no traces');
  return requests;
}

function parseJsonOrUndefined(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function readSpan({ value, location }: LocatedObject): Span {
  const parentSpanId = readTextField(value, 'parentSpanId', location, '');
  const { status } = value;
  const failed = isJsonObject(status) && FAILED.includes(status['code']);
  const attributes = attributesToObject(value['attributes'], `${location}.attributes`);
  return {
    traceId: readTextField(value, 'traceId', location),
    spanId: readTextField(value, 'spanId', location),
    ...(parentSpanId !== '' && { parentSpanId }),
    name: readTextField(value, 'name', location, ''),
    startMs: readTimeField(value, 'startTimeUnixNano', location),
    endMs: readTimeField(value, 'endTimeUnixNano', location),
    attributes,
    events: readListField(value, 'events', location).map((event) =>
      attributesToObject(event.value['attributes'], `${event.location}.attributes`),
    ),
    ...(failed && { error: getSpanError(status, attributes) }),
    location,
  };
}

function getSpanError({ message }: JsonObject, { 'error.type': type }: JsonObject): string {
  if (typeof message === 'string' && message !== '') return message;
  return typeof type === 'string' ? type : 'failed';
}

/** Reads a list field. A missing list is empty, as in Protocol Buffers. */
function readListField(value: JsonObject, name: string, location: string): LocatedObject[] {
  const given = value[name] ?? [];
  const inside = location.includes('resourceSpans') ? `${location}.${name}` : `${location} ${name}`;
  if (!Array.isArray(given)) throw createTraceError(inside, 'must be a list');
  return given.map((item: JsonValue, index) => {
    if (!isJsonObject(item)) throw createTraceError(`${inside}[${index}]`, 'must be an object');
    return { value: item, location: `${inside}[${index}]` };
  });
}

function readTextField(
  value: JsonObject,
  name: string,
  location: string,
  fallback?: string,
): string {
  const given = value[name] ?? fallback;
  if (typeof given === 'string') return given;
  throw createTraceError(
    `${location}.${name}`,
    given === undefined ? 'is missing' : 'must be a string',
  );
}

/**
 * Reads a time in nanoseconds, given as a string or a number, and converts it to milliseconds. As a
 * double it is exact to a microsecond.
 */
function readTimeField(value: JsonObject, name: string, location: string): number {
  const given = value[name];
  const time = typeof given === 'string' && given !== '' ? Number(given) : given;
  if (typeof time === 'number' && time >= 0) return time / NANOSECONDS_PER_MS;
  throw createTraceError(`${location}.${name}`, 'must be a time in nanoseconds');
}

function createTraceError(location: string, what: string): EvalError {
  return new EvalError('bad-trace', `${location} ${what}`);
}
