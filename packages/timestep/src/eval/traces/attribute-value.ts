import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';

/** Converts attributes in OTLP/JSON, `[{ key, value: { stringValue } }, …]`, to an object. */
export function attributesToObject(given: JsonValue | undefined, location: string): JsonObject {
  if (given === undefined || given === null) return {};
  if (!Array.isArray(given)) throw createTraceError(location, 'must be a list of keys and values');
  const entries = (given as JsonValue[]).map((one, index): [string, JsonValue] => {
    const at = `${location}[${index}]`;
    if (!isJsonObject(one) || typeof one['key'] !== 'string')
      throw createTraceError(at, 'must have a key');
    return [one['key'], attributeValueToJson(one['value'], at)];
  });
  return Object.fromEntries(entries);
}

/** Converts an OTLP `AnyValue` (OTLP 1.x) to JSON. An integer may be written as a string. */
function attributeValueToJson(given: JsonValue | undefined, location: string): JsonValue {
  if (given === undefined || given === null) return null;
  if (!isJsonObject(given))
    throw createTraceError(`${location}.value`, 'must be an object, as {"stringValue": …}');
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = given;
  if (stringValue !== undefined) return stringValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (boolValue !== undefined) return boolValue;
  if (isJsonObject(arrayValue)) {
    const { values = [] } = arrayValue;
    if (!Array.isArray(values))
      throw createTraceError(`${location}.value.arrayValue.values`, 'must be a list');
    return (values as JsonValue[]).map((one, index) =>
      attributeValueToJson(one, `${location}[${index}]`),
    );
  }
  if (isJsonObject(kvlistValue)) return attributesToObject(kvlistValue['values'], location);
  return given['bytesValue'] ?? null;
}

function createTraceError(location: string, what: string): EvalError {
  return new EvalError('bad-trace', `${location} ${what}`);
}
