import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { createWrongTypeError } from '../wire/responses-error.ts';

interface FieldTypes {
  string: string;
  boolean: boolean;
  number: number;
  'whole number': number;
  object: JsonObject;
  list: readonly JsonValue[];
}

const TYPE_CHECKS: { readonly [Kind in keyof FieldTypes]: (value: JsonValue) => boolean } = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  'whole number': (value) => Number.isInteger(value),
  object: isJsonObject,
  list: Array.isArray,
};

/**
 * Reads a field and checks its type. Null counts as absent. `path` is the path of the object, for
 * error messages.
 */
export function readField<Kind extends keyof FieldTypes>(
  object: JsonObject,
  name: string,
  kind: Kind,
  path = '',
): FieldTypes[Kind] | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!TYPE_CHECKS[kind](value)) {
    throw createWrongTypeError(path + name, kind === 'object' ? 'an object' : `a ${kind}`, value);
  }
  return value as FieldTypes[Kind];
}
