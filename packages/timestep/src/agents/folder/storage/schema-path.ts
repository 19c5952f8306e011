import { posix } from 'node:path';
import { type JsonValue, isJsonObject } from '#core';

export function findSchemaPath(manifest: string): string | undefined {
  try {
    const parsed = JSON.parse(manifest) as JsonValue;
    return isJsonObject(parsed) ? getSchemaPath(parsed['output']) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the value names no JSON file inside the folder, or the agent is a single file. */
export function getSchemaPath(value: JsonValue | undefined, entry?: string): string | undefined {
  if (typeof value !== 'string' || entry !== undefined || value.includes('\\')) return undefined;
  const path = posix.normalize(value);
  const isInside = !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
  return isInside && path.endsWith('.json') ? path : undefined;
}
