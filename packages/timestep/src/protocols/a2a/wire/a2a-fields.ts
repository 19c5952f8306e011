import {
  createFields,
  readNumber,
  readObjects,
  reportField,
  toFields,
  type FieldRules,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import { createInvalidParamsError } from './a2a-error.ts';

/** Rules for fields of requests, as in ProtoJSON. Problems throw `A2AError`. */
export const FIELD_RULES: FieldRules = {
  report(path, problem) {
    throw createInvalidParamsError(path, problem);
  },
  missing: 'must be a non-empty string',
  listName: 'an array',
  ignoresEmptyTexts: true,
  readsNumbersInTexts: true,
};

const MAX_INT32 = 2 ** 31 - 1;

export function requireParams(params: JsonValue): Fields {
  return toFields(params, FIELD_RULES, 'params');
}

export function readHistoryLength(fields: Fields): number | undefined {
  return readNumber(fields, 'historyLength', { min: 0, max: MAX_INT32, isWhole: true });
}

/** Reads a list of at least one object. Null is not an object. */
export function requireEntries(
  data: JsonObject,
  { path, name, what }: { readonly path: string; readonly name: string; readonly what: string },
): readonly Fields[] {
  const fields = createFields(data, { ...FIELD_RULES, rejectsNull: true }, path);
  const list = data[name];
  if (Array.isArray(list) && list.length > 0) return readObjects(fields, name) ?? [];
  return reportField(fields, name, `must be an array of at least one ${what}`) ?? [];
}
