import { isJsonObject, type JsonObject, type JsonValue } from '#core';

type IsPlain = (value: JsonValue) => boolean;

/** Returns whether a value is certainly a valid `ClientCapabilities` (MCP 2026-07-28). */
export function areValidCapabilities(
  capabilities: JsonValue | undefined,
): capabilities is JsonObject {
  return capabilities !== undefined && areKnownFieldsValid(capabilities, CAPABILITIES);
}

const CAPABILITIES: Readonly<Record<string, IsPlain>> = {
  experimental: isObjectOfObjects,
  extensions: isObjectOfObjects,
  sampling: (value) => areKnownFieldsValid(value, { context: isJsonObject, tools: isJsonObject }),
  elicitation: (value) => areKnownFieldsValid(value, ELICITATION),
  roots: (value) => areKnownFieldsValid(value, { listChanged: isBoolean }),
};

const ELICITATION: Readonly<Record<string, IsPlain>> = {
  form: (value) => areKnownFieldsValid(value, { applyDefaults: isBoolean }),
  url: isJsonObject,
};

function areKnownFieldsValid(value: JsonValue, fields: Readonly<Record<string, IsPlain>>): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(fields).every(([name, isPlain]) => {
    const field = value[name];
    return field === undefined || isPlain(field);
  });
}

function isObjectOfObjects(value: JsonValue): boolean {
  return isJsonObject(value) && Object.values(value).every(isJsonObject);
}

function isBoolean(value: JsonValue): boolean {
  return typeof value === 'boolean';
}
