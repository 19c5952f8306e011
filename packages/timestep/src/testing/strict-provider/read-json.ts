import { isJsonObject, type JsonObject, type JsonValue } from '#core';

const EMPTY: JsonObject = {};

/** Returns the values of an array; an empty array for any other value. */
export function listValues(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Returns the items of an array, with an empty object in place of each item that is no object. */
export function listItemsOrEmptyObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return listValues(value).map(toObject);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : EMPTY;
}

/** Returns the value if it is a string, otherwise an empty string. */
export function toTextOrEmpty(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Yields every string in a value, with the key that holds the string. */
export function* listTextsWithKeys(
  value: JsonValue | undefined,
  key = '',
): Generator<{ readonly key: string; readonly text: string }> {
  if (typeof value === 'string') yield { key, text: value };
  else if (Array.isArray(value))
    for (const one of listValues(value)) yield* listTextsWithKeys(one, key);
  else if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) yield* listTextsWithKeys(one, name);
  }
}

/** Whether a value contains half of a surrogate pair, in a text or in the name of a key. */
export function hasLoneSurrogate(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (Array.isArray(value)) return listValues(value).some(hasLoneSurrogate);
  return isJsonObject(value) && Object.entries(value).flat().some(hasLoneSurrogate);
}

/** Yields the keys of an object that are not in `known`. */
export function* listUnknownKeys(value: JsonObject, known: ReadonlySet<string>): Generator<string> {
  for (const key of Object.keys(value)) if (!known.has(key)) yield key;
}
