import { isNestedTooDeep } from './json-depth.ts';

/** A value that JSON can represent without loss. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON object, by property name. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Returns whether a value is an object and not null or an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON text. Undefined if the text is not JSON or nested deeper than 100 levels. */
export function parseJson(text: string): JsonValue | undefined {
  return isNestedTooDeep(text) ? undefined : parseAnyJson(text);
}

/** Parses a JSON text of any depth. Undefined if the text is not JSON. */
export function parseAnyJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
