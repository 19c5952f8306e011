import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';

/** Readers of what peers send: a field of the wrong type counts as absent. */

export function objectIn(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isJsonObject(value) ? value : {};
}

export function stringIn(from: JsonObject, key: string): string {
  const value = from[key];
  return typeof value === 'string' ? value : '';
}

export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((entry: JsonValue) => isJsonObject(entry)) : [];
}
