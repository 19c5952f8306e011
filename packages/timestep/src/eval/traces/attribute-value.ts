import {
  readObject,
  readObjects,
  requireText,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';

/** Reads a list of attributes in OTLP/JSON, `[{ key, value: { stringValue } }, …]`. */
export function readAttributes(fields: Fields, name: string): JsonObject {
  const entries = (readObjects(fields, name) ?? []).map((entry): [string, JsonValue] => {
    const value = readObject(entry, 'value');
    return [requireText(entry, 'key'), value ? attributeValueToJson(value) : null];
  });
  return Object.fromEntries(entries);
}

/** Converts an OTLP `AnyValue` (OTLP 1.x) to JSON. An integer may be written as a string. */
function attributeValueToJson(value: Fields): JsonValue {
  const { stringValue, intValue, doubleValue, boolValue, bytesValue = null } = value.object;
  if (stringValue !== undefined) return stringValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (boolValue !== undefined) return boolValue;
  const array = readObject(value, 'arrayValue');
  if (array) return (readObjects(array, 'values') ?? []).map(attributeValueToJson);
  const list = readObject(value, 'kvlistValue');
  return list ? readAttributes(list, 'values') : bytesValue;
}
