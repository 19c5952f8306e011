import { isJsonObject, type JsonObject } from '../data/json.ts';

/**
 * Parses the arguments of a call. Undefined if they are not a JSON object. An empty text counts as
 * `{}`, because models write it for tools without arguments.
 */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
