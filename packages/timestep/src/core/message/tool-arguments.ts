import { isJsonObject, parseJson, type JsonObject } from '../data/json.ts';

/** Parses the arguments of a call, a JSON object. Models write an empty text for `{}`. */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
