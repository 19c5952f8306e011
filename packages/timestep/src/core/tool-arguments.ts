import { isJsonObject, type JsonObject } from './json.ts';

/**
 * The arguments of a call as data, or nothing where they are no JSON object. Models write an empty
 * text where a tool takes no arguments.
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
