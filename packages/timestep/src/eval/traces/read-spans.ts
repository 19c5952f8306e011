import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import { attributesFrom } from './attribute-value.ts';
import type { Span } from './span.ts';

const NANOSECONDS_PER_MS = 1e6;
const FAILED: readonly unknown[] = [2, 'STATUS_CODE_ERROR'];

/**
 * Reads the spans of a file of OTLP/JSON: one export request, or one on each line, as collectors write
 * them. Throws `EvalError` naming the file, and the line or field.
 */
export function readSpans(text: string, file: string): Span[] {
  return requestsIn(text, file).flatMap(({ value, place }) => {
    const spans = listIn(value, 'resourceSpans', place).flatMap((resource) =>
      listIn(resource.value, 'scopeSpans', resource.place).flatMap((scope) =>
        listIn(scope.value, 'spans', scope.place).map(spanIn),
      ),
    );
    return spans;
  });
}

/** A piece of a file, and its place as messages name it. */
interface Placed {
  readonly value: JsonObject;
  readonly place: string;
}

function requestsIn(text: string, file: string): Placed[] {
  const whole = parse(text);
  if (isJsonObject(whole)) return [{ value: whole, place: file }];
  const requests = text.split('\n').flatMap((line, index): Placed[] => {
    if (line.trim() === '') return [];
    const value = parse(line);
    const place = `${file}:${index + 1}`;
    if (isJsonObject(value)) return [{ value, place }];
    throw bad(place, 'is not a JSON object: it must be OTLP/JSON, whole or one request a line');
  });
  if (requests.length === 0) throw bad(file, 'holds no traces');
  return requests;
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function spanIn({ value, place }: Placed): Span {
  const parentSpanId = textIn(value, 'parentSpanId', place, '');
  const { status } = value;
  const failed = isJsonObject(status) && FAILED.includes(status['code']);
  const attributes = attributesFrom(value['attributes'], `${place}.attributes`);
  return {
    traceId: textIn(value, 'traceId', place),
    spanId: textIn(value, 'spanId', place),
    ...(parentSpanId !== '' && { parentSpanId }),
    name: textIn(value, 'name', place, ''),
    startMs: timeIn(value, 'startTimeUnixNano', place),
    endMs: timeIn(value, 'endTimeUnixNano', place),
    attributes,
    events: listIn(value, 'events', place).map((event) =>
      attributesFrom(event.value['attributes'], `${event.place}.attributes`),
    ),
    ...(failed && { error: errorOf(status, attributes) }),
    place,
  };
}

function errorOf({ message }: JsonObject, { 'error.type': type }: JsonObject): string {
  if (typeof message === 'string' && message !== '') return message;
  return typeof type === 'string' ? type : 'failed';
}

/** An absent list is empty, as in any form of protocol buffers. */
function listIn(value: JsonObject, name: string, place: string): Placed[] {
  const given = value[name] ?? [];
  const inside = place.includes('resourceSpans') ? `${place}.${name}` : `${place} ${name}`;
  if (!Array.isArray(given)) throw bad(inside, 'must be a list');
  return given.map((item: JsonValue, index) => {
    if (!isJsonObject(item)) throw bad(`${inside}[${index}]`, 'must be an object');
    return { value: item, place: `${inside}[${index}]` };
  });
}

function textIn(value: JsonObject, name: string, place: string, fallback?: string): string {
  const given = value[name] ?? fallback;
  if (typeof given === 'string') return given;
  throw bad(`${place}.${name}`, given === undefined ? 'is missing' : 'must be a text');
}

/** Nanoseconds, as a text or a number: in doubles they are exact to a microsecond. */
function timeIn(value: JsonObject, name: string, place: string): number {
  const given = value[name];
  const time = typeof given === 'string' && given !== '' ? Number(given) : given;
  if (typeof time === 'number' && time >= 0) return time / NANOSECONDS_PER_MS;
  throw bad(`${place}.${name}`, 'must be a time in nanoseconds');
}

function bad(place: string, what: string): EvalError {
  return new EvalError('bad-trace', `${place} ${what}`);
}
