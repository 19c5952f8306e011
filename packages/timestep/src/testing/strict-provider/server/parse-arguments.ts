import { isJsonObject, parseJson, type JsonObject } from '#core';

/**
 * Parses the arguments of a call for a protocol that sends objects. Invalid JSON becomes an empty
 * object.
 */
export function parseArgumentsOrEmpty(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
