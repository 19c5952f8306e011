import { isJsonObject, type JsonObject } from './json.ts';

/**
 * The arguments of a call as data; `undefined` where they are not a JSON object. Models write an
 * empty text for a tool without arguments.
 */
export function readArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
