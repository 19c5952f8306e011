import { isJsonObject, parseJson } from '../values/parse-json.ts';

/** Formats the arguments of a tool call. Text that is not JSON is returned unchanged. */
export function formatArguments(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

export function isJsonObjectText(text: string): boolean {
  return isJsonObject(parseJson(text));
}
