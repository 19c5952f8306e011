import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';

/** True if a value is certainly a valid `ClientCapabilities` (MCP 2026-07-28). */
export function isPlainCapabilities(given: JsonValue | undefined): given is JsonObject {
  if (!isJsonObject(given)) return false;
  const { experimental, extensions, sampling, elicitation, roots } = given;
  return (
    isMissingOr(experimental, areObjects) &&
    isMissingOr(extensions, areObjects) &&
    isMissingOr(sampling, isPlainSampling) &&
    isMissingOr(elicitation, isPlainElicitation) &&
    isMissingOr(roots, isPlainRoots)
  );
}

function isMissingOr(
  value: JsonValue | undefined,
  isPlain: (value: JsonObject) => boolean,
): boolean {
  return value === undefined || (isJsonObject(value) && isPlain(value));
}

function areObjects(value: JsonObject): boolean {
  return Object.values(value).every(isJsonObject);
}

function isPlainSampling({ context = {}, tools = {} }: JsonObject): boolean {
  return isJsonObject(context) && isJsonObject(tools);
}

function isPlainElicitation({ form = {}, url = {} }: JsonObject): boolean {
  return isJsonObject(form) && isMissingOrBoolean(form['applyDefaults']) && isJsonObject(url);
}

function isPlainRoots({ listChanged }: JsonObject): boolean {
  return isMissingOrBoolean(listChanged);
}

function isMissingOrBoolean(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === 'boolean';
}
