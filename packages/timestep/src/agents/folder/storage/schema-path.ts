import { posix } from 'node:path';
import { type JsonValue, isJsonObject, parseJson } from '#core';

export function findSchemaPath(manifestText: string): string | undefined {
  const parsed = parseJson(manifestText);
  return isJsonObject(parsed) ? toSchemaPath(parsed['output']) : undefined;
}

/** Returns the path of the output schema; undefined if the value is no JSON file in the folder. */
export function toSchemaPath(value: JsonValue | undefined, entry?: string): string | undefined {
  if (typeof value !== 'string' || entry !== undefined || value.includes('\\')) return undefined;
  const path = posix.normalize(value);
  const isInside = !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
  return isInside && path.endsWith('.json') ? path : undefined;
}
