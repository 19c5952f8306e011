import {
  createFields,
  getFieldPath,
  MAX_CALL_ID_LENGTH,
  omitUndefined,
  readFlag,
  readNumber,
  readObject,
  readText,
  readValue,
  reportField,
  toFields,
  requireId,
  type FieldMistake,
  type FieldRules,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import { ResponsesError } from '../wire/responses-error.ts';

const CODES: Readonly<Record<FieldMistake, string>> = {
  missing: 'missing_required_parameter',
  'wrong-type': 'invalid_type',
  'wrong-value': 'invalid_value',
};

/** Rules for the fields of requests. Problems throw `ResponsesError`. */
export const FIELD_RULES: FieldRules = {
  report(path, problem, mistake) {
    throw new ResponsesError(400, CODES[mistake], `${path} ${problem}`, path);
  },
  shows: 'word',
};

export function requireBodyFields(body: JsonValue): Fields {
  return toFields(body, FIELD_RULES, 'body');
}

/** Reads a number from `from` to `to`, both included. */
export function readNumberInRange(
  fields: Fields,
  name: string,
  kind: 'decimal' | 'integer',
  from: number,
  to: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const value = readNumber(fields, name, { isWhole: kind === 'integer' });
  if (value === undefined || (value >= from && value <= to)) return value;
  const [side, bound] =
    value < from ? ['below_min', `at least ${from}`] : ['above_max', `at most ${to}`];
  const message = `${name} must be ${bound}, not ${value}`;
  throw new ResponsesError(400, `${kind}_${side}_value`, message, name);
}

/** Reads the required id of a tool call. `why` follows `is missing: ` in the message. */
export function requireCallId(fields: Fields, name: string, why: string): string {
  return requireId(fields, name, why, MAX_CALL_ID_LENGTH);
}

export function readBoundedString(
  fields: Fields,
  name: string,
  maxLength: number,
): string | undefined {
  const text = readText(fields, name);
  if (text !== undefined && text.length > maxLength)
    throw createTooLongError(getFieldPath(fields, name), text, maxLength);
  return text;
}

/** Reads `description` and `strict`, the optional fields of functions and of output formats. */
export function readDescriptionAndStrict(fields: Fields): {
  readonly description?: string;
  readonly strict?: boolean;
} {
  const description = readText(fields, 'description');
  return omitUndefined({ description, strict: readFlag(fields, 'strict') });
}

/** Reads the named fields, whatever their type. Absent fields are omitted. */
export function readNamedFields(fields: Fields, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readValue(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Throws if a name is too long or has other characters than letters, digits, `_` and `-`. */
export function requireIdentifier(fields: Fields, value: string, maxLength: number): string {
  if (value.length > maxLength)
    throw createTooLongError(getFieldPath(fields, 'name'), value, maxLength);
  if (!/^[\w-]+$/.test(value))
    reportField(fields, 'name', 'must consist of letters, digits, underscores and hyphens');
  return value;
}

const MAX_PAIRS = 16;
const LONGEST_KEY = 64;
const LONGEST_VALUE = 512;

/** Reads up to 16 strings by name, such as metadata. */
export function readMetadata(body: Fields): JsonObject {
  const metadata = readObject(body, 'metadata')?.object ?? {};
  const names = Object.keys(metadata);
  if (names.length > MAX_PAIRS) {
    const message = `metadata may have at most ${MAX_PAIRS} fields, not ${names.length}`;
    throw new ResponsesError(400, 'object_above_max_properties', message, 'metadata');
  }
  const long = names.find((name) => name.length > LONGEST_KEY);
  if (long !== undefined) throw createTooLongError('metadata', long, LONGEST_KEY);
  const pairs = createFields(metadata, { ...FIELD_RULES, rejectsNull: true }, 'metadata');
  for (const name of names) readBoundedString(pairs, name, LONGEST_VALUE);
  return metadata;
}

function createTooLongError(param: string, text: string, maxLength: number): ResponsesError {
  const message = `${param} may have at most ${maxLength} characters, not ${text.length}`;
  return new ResponsesError(400, 'string_above_max_length', message, param);
}
