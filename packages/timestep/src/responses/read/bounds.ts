import { isJsonObject, type JsonObject } from '../../core/index.ts';
import { invalidValue, ResponsesError, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';

/** A number within bounds, both included. */
export interface Range {
  readonly kind: 'decimal' | 'integer';
  readonly from: number;
  readonly to: number;
}

/** A field that holds a number of a range. */
export function numberIn(object: JsonObject, name: string, range: Range): number | undefined {
  const { kind, from, to } = range;
  const value = field(object, name, kind === 'integer' ? 'whole number' : 'number');
  if (value === undefined || (value >= from && value <= to)) return value;
  const [side, bound] =
    value < from ? ['below_min', `at least ${from}`] : ['above_max', `at most ${to}`];
  const message = `${name} must be ${bound}, not ${value}`;
  throw new ResponsesError(400, `${kind}_${side}_value`, message, name);
}

/** A field that holds a text of up to so many characters. */
export function textUpTo(
  object: JsonObject,
  name: string,
  most: number,
  path = '',
): string | undefined {
  const text = field(object, name, 'string', path);
  if (text !== undefined && text.length > most) throw tooLong(path + name, text, most);
  return text;
}

/** A name as the API takes it for functions and schemas. */
export function nameWithin(name: string, param: string, most: number): string {
  if (name.length > most) throw tooLong(param, name, most);
  if (/^[\w-]+$/.test(name)) return name;
  throw invalidValue(param, 'must consist of letters, digits, underscores and hyphens');
}

const MOST_PAIRS = 16;
const LONGEST_KEY = 64;
const LONGEST_VALUE = 512;

/** The remarks of a caller: up to 16 texts by name. */
export function metadataIn(body: JsonObject): JsonObject {
  const metadata = body['metadata'] ?? {};
  if (!isJsonObject(metadata)) throw wrongType('metadata', 'an object', metadata);
  const names = Object.keys(metadata);
  if (names.length > MOST_PAIRS) {
    const message = `metadata may have ${MOST_PAIRS} fields, not ${names.length}`;
    throw new ResponsesError(400, 'object_above_max_properties', message, 'metadata');
  }
  const long = names.find((name) => name.length > LONGEST_KEY);
  if (long !== undefined) throw tooLong('metadata', long, LONGEST_KEY);
  for (const name of names) {
    if (metadata[name] === null) throw wrongType(`metadata.${name}`, 'a string', null);
    textUpTo(metadata, name, LONGEST_VALUE, 'metadata.');
  }
  return metadata;
}

function tooLong(param: string, text: string, most: number): ResponsesError {
  const message = `${param} may have ${most} characters, not ${text.length}`;
  return new ResponsesError(400, 'string_above_max_length', message, param);
}
