import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** Whether a value is certainly a valid `ClientCapabilities` (MCP 2026-07-28). */
export function isPlainCapabilities(
  capabilities: JsonValue | undefined,
): capabilities is JsonObject {
  if (!isJsonObject(capabilities)) return false;
  const { experimental, extensions, sampling, elicitation, roots } = capabilities;
  return (
    isUndefinedOr(experimental, hasOnlyObjects) &&
    isUndefinedOr(extensions, hasOnlyObjects) &&
    isUndefinedOr(sampling, isPlainSampling) &&
    isUndefinedOr(elicitation, isPlainElicitation) &&
    isUndefinedOr(roots, isPlainRoots)
  );
}

function isUndefinedOr(
  value: JsonValue | undefined,
  isPlain: (value: JsonObject) => boolean,
): boolean {
  return value === undefined || (isJsonObject(value) && isPlain(value));
}

function hasOnlyObjects(value: JsonObject): boolean {
  return Object.values(value).every(isJsonObject);
}

function isPlainSampling({ context = {}, tools = {} }: JsonObject): boolean {
  return isJsonObject(context) && isJsonObject(tools);
}

function isPlainElicitation({ form = {}, url = {} }: JsonObject): boolean {
  return isJsonObject(form) && isUndefinedOrBoolean(form['applyDefaults']) && isJsonObject(url);
}

function isPlainRoots({ listChanged }: JsonObject): boolean {
  return isUndefinedOrBoolean(listChanged);
}

function isUndefinedOrBoolean(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === 'boolean';
}
