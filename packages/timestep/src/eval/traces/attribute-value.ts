import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';

/** The attributes of OTLP/JSON, `[{ key, value: { stringValue } }, …]`, as an object. */
export function attributesFrom(given: JsonValue | undefined, place: string): JsonObject {
  if (given === undefined || given === null) return {};
  if (!Array.isArray(given)) throw bad(place, 'must be a list of keys and values');
  const entries = (given as JsonValue[]).map((one, index): [string, JsonValue] => {
    const at = `${place}[${index}]`;
    if (!isJsonObject(one) || typeof one['key'] !== 'string') throw bad(at, 'must have a key');
    return [one['key'], valueFrom(one['value'], at)];
  });
  return Object.fromEntries(entries);
}

/** An `AnyValue` (OTLP 1.x); a whole number may be written as a text. */
function valueFrom(given: JsonValue | undefined, place: string): JsonValue {
  if (given === undefined || given === null) return null;
  if (!isJsonObject(given)) throw bad(`${place}.value`, 'must be an object, as {"stringValue": …}');
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = given;
  if (stringValue !== undefined) return stringValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (boolValue !== undefined) return boolValue;
  if (isJsonObject(arrayValue)) {
    const { values = [] } = arrayValue;
    if (!Array.isArray(values)) throw bad(`${place}.value.arrayValue.values`, 'must be a list');
    return (values as JsonValue[]).map((one, index) => valueFrom(one, `${place}[${index}]`));
  }
  if (isJsonObject(kvlistValue)) return attributesFrom(kvlistValue['values'], place);
  return given['bytesValue'] ?? null;
}

function bad(place: string, what: string): EvalError {
  return new EvalError('bad-trace', `${place} ${what}`);
}
