import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { wrongType } from '../wire/responses-error.ts';

interface Kinds {
  string: string;
  boolean: boolean;
  number: number;
  'whole number': number;
  object: JsonObject;
  list: readonly JsonValue[];
}

const IS: { readonly [Kind in keyof Kinds]: (value: JsonValue) => boolean } = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  'whole number': (value) => Number.isInteger(value),
  object: isJsonObject,
  list: Array.isArray,
};

/** A field of the wanted kind; absent and null mean the same. `path` leads to the object. */
export function field<Kind extends keyof Kinds>(
  object: JsonObject,
  name: string,
  kind: Kind,
  path = '',
): Kinds[Kind] | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!IS[kind](value)) {
    throw wrongType(path + name, kind === 'object' ? 'an object' : `a ${kind}`, value);
  }
  return value as Kinds[Kind];
}
