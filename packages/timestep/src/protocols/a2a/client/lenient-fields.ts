import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** Readers of fields from remote agents: a field of the wrong type counts as absent. */

export function getObject(fields: JsonObject, key: string): JsonObject {
  const value = fields[key];
  return isJsonObject(value) ? value : {};
}

export function getStringOrEmpty(fields: JsonObject, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

export function filterObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((entry: JsonValue) => isJsonObject(entry)) : [];
}
