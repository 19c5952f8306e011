import { isJsonObject, type JsonObject } from '../../core/index.ts';
import {
  createInvalidValueError,
  ResponsesError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { readField } from './read-field.ts';

/** A range of numbers, bounds included. */
export interface NumberRange {
  readonly kind: 'decimal' | 'integer';
  readonly from: number;
  readonly to: number;
}

/** Reads a number field. Throws `ResponsesError` if the number is out of range. */
export function readNumberInRange(
  object: JsonObject,
  name: string,
  range: NumberRange,
): number | undefined {
  const { kind, from, to } = range;
  const value = readField(object, name, kind === 'integer' ? 'whole number' : 'number');
  if (value === undefined || (value >= from && value <= to)) return value;
  const [side, bound] =
    value < from ? ['below_min', `at least ${from}`] : ['above_max', `at most ${to}`];
  const message = `${name} must be ${bound}, not ${value}`;
  throw new ResponsesError(400, `${kind}_${side}_value`, message, name);
}

/** Reads a string field. Throws `ResponsesError` if it is longer than `maxLength` characters. */
export function readBoundedString(
  object: JsonObject,
  name: string,
  maxLength: number,
  path = '',
): string | undefined {
  const text = readField(object, name, 'string', path);
  if (text !== undefined && text.length > maxLength)
    throw createTooLongError(path + name, text, maxLength);
  return text;
}

/**
 * Returns the name of a function or a schema. Throws `ResponsesError` if it is too long or has
 * other characters than letters, digits, `_` and `-`.
 */
export function checkIdentifier(name: string, param: string, maxLength: number): string {
  if (name.length > maxLength) throw createTooLongError(param, name, maxLength);
  if (/^[\w-]+$/.test(name)) return name;
  throw createInvalidValueError(param, 'must consist of letters, digits, underscores and hyphens');
}

const MAX_PAIRS = 16;
const LONGEST_KEY = 64;
const LONGEST_VALUE = 512;

/** Reads `metadata`: up to 16 strings by name. */
export function readMetadata(body: JsonObject): JsonObject {
  const metadata = body['metadata'] ?? {};
  if (!isJsonObject(metadata)) throw createWrongTypeError('metadata', 'an object', metadata);
  const names = Object.keys(metadata);
  if (names.length > MAX_PAIRS) {
    const message = `metadata may have at most ${MAX_PAIRS} fields, not ${names.length}`;
    throw new ResponsesError(400, 'object_above_max_properties', message, 'metadata');
  }
  const long = names.find((name) => name.length > LONGEST_KEY);
  if (long !== undefined) throw createTooLongError('metadata', long, LONGEST_KEY);
  for (const name of names) {
    if (metadata[name] === null) throw createWrongTypeError(`metadata.${name}`, 'a string', null);
    readBoundedString(metadata, name, LONGEST_VALUE, 'metadata.');
  }
  return metadata;
}

function createTooLongError(param: string, text: string, maxLength: number): ResponsesError {
  const message = `${param} may have at most ${maxLength} characters, not ${text.length}`;
  return new ResponsesError(400, 'string_above_max_length', message, param);
}
