import type { JsonObject, JsonValue } from '#core';
import { listTexts, getListItems, toObject } from './schema-parts.ts';

/**
 * Merges schemas into one schema. Only values that match all schemas match it. Of two different
 * limits, the first counts.
 */
export function mergeSchemas(schemas: readonly JsonObject[]): JsonObject {
  const merged: Record<string, JsonValue> = {};
  const allOf: JsonValue[] = [];
  const required = new Set<string>();
  for (const schema of schemas) {
    for (const [name, value] of Object.entries(schema)) {
      const known = merged[name];
      if (name === 'required') for (const each of listTexts(value)) required.add(each);
      if (known === undefined) merged[name] = value;
      else if (name === 'properties')
        merged[name] = mergeProperties(toObject(known), toObject(value));
      else if (name === 'type') merged[name] = intersectTypes(known, value);
      else if (name === 'enum') merged[name] = intersectEnumValues(known, value);
      else if (name === 'anyOf' || name === 'oneOf' || name === '$ref')
        allOf.push({ [name]: value });
      else if (name === 'allOf') allOf.push(...getListItems(value));
    }
  }
  if (schemas.length > 1 && merged['required'] !== undefined) merged['required'] = [...required];
  if (allOf.length > 0) merged['allOf'] = [...getListItems(merged['allOf']), ...allOf];
  return merged;
}

function mergeProperties(known: JsonObject, added: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...known };
  for (const [name, value] of Object.entries(added)) {
    const own = known[name];
    merged[name] = own === undefined ? value : mergeSchemas([toObject(own), toObject(value)]);
  }
  return merged;
}

/**
 * Returns the types that two `type` keywords share; `integer` and `number` share `integer`. If they share
 * none, the first keyword counts.
 */
function intersectTypes(known: JsonValue, added: JsonValue): JsonValue {
  const first = typeof known === 'string' ? [known] : listTexts(known);
  const second = new Set(typeof added === 'string' ? [added] : listTexts(added));
  const common = first.filter(
    (type) =>
      second.has(type) ||
      (type === 'integer' && second.has('number')) ||
      (type === 'number' && second.has('integer')),
  );
  const [only = first[0] ?? 'string', ...others] = common.map((type) =>
    type === 'number' && !second.has('number') ? 'integer' : type,
  );
  return others.length === 0 ? only : [only, ...others];
}

function intersectEnumValues(known: JsonValue, added: JsonValue): JsonValue {
  const second = new Set(getListItems(added).map((value) => JSON.stringify(value)));
  const common = getListItems(known).filter((value) => second.has(JSON.stringify(value)));
  return common.length > 0 ? common : known;
}
