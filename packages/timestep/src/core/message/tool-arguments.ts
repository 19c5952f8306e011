import { isJsonObject, parseJson, type JsonObject } from '../data/json.ts';

/** Parses the arguments of a call to a JSON object. Empty text means `{}`, because models write it so. */
export function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
