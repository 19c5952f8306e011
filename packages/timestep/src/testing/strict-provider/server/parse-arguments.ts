import { isJsonObject, parseJson, type JsonObject } from '#core';

/**
 * Parses the arguments of a call for a protocol that sends objects. Invalid JSON becomes an empty
 * object.
 */
export function parseStrictArguments(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
