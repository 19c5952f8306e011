import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { cleanTextsInJson, cleanText } from '../transcript/clean-text.ts';
import { KEYWORDS, TYPES } from './schema-keywords.ts';
import { findReferencedSchema, listTexts, getListItems } from './schema-parts.ts';

/** Maximum depth of schemas; deeper schemas are replaced by a schema that accepts any value. */
const MAX_DEPTH = 32;

/**
 * Returns a schema that is valid JSON Schema 2020-12, in which arrays have `items`. Converts
 * keywords of earlier drafts and of OpenAPI, omits invalid ones, and never changes the names of
 * properties and definitions. Returns `schema` if nothing changes.
 */
export function toValidSchema(schema: JsonObject): JsonObject {
  return convertSchemaObject(schema, { root: schema, depth: 0 });
}

interface SchemaScope {
  readonly root: JsonObject;
  readonly depth: number;
}

const ANY: JsonObject = {};

function convertSchemaToDraft2020(value: JsonValue, { root, depth }: SchemaScope): JsonValue {
  if (depth > MAX_DEPTH || !isJsonObject(value)) return ANY;
  return convertSchemaObject(value, { root, depth: depth + 1 });
}

function convertSchemaObject(given: JsonObject, scope: SchemaScope): JsonObject {
  const schema = translateDrafts(given);
  let isSame = schema === given;
  const entries: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(schema)) {
    const fitted = convertSchemaKeyword(name, value, scope);
    if (fitted !== value) isSame = false;
    if (fitted !== undefined) entries.push([name, fitted]);
  }
  const { type, items } = schema;
  const isArray = type === 'array' || getListItems(type).includes('array');
  if (isArray && items === undefined) entries.push(['items', ANY]);
  else if (isSame) return given;
  return Object.fromEntries(entries);
}

/** Converts a keyword's value to JSON Schema 2020-12; undefined if the keyword must be omitted. */
function convertSchemaKeyword(
  name: string,
  value: JsonValue,
  scope: SchemaScope,
): JsonValue | undefined {
  if (name === 'type') return convertTypeKeyword(value);
  switch (KEYWORDS.get(name)) {
    case 'schema':
      return convertSubschemaKeyword(name, value, scope);
    case 'schemas': {
      const given = getListItems(value);
      return given.length === 0
        ? undefined
        : convertKeepingIdentity(given, (one) => convertSchemaToDraft2020(one, scope));
    }
    case 'schema-map':
      return isJsonObject(value) ? convertSubschemaMap(value, scope) : undefined;
    case 'text':
      return typeof value === 'string' ? cleanText(value) : undefined;
    case 'texts': {
      const texts = [...new Set(listTexts(value))];
      const isSame = Array.isArray(value) && texts.length === getListItems(value).length;
      return isSame ? (value as JsonValue) : texts;
    }
    case 'number': {
      const isValid = typeof value === 'number' && (name !== 'multipleOf' || value > 0);
      return isValid ? value : undefined;
    }
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0 ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'values':
      return getListItems(value).length > 0 ? removeRepeatedValues(getListItems(value)) : undefined;
    case 'pattern':
      return typeof value === 'string' && isValidPattern(value) ? cleanText(value) : undefined;
    case 'reference':
      return typeof value === 'string' && findReferencedSchema(value, scope.root)
        ? value
        : undefined;
    case 'dropped':
      return undefined;
    default:
      return cleanTextsInJson(value);
  }
}

function convertSubschemaKeyword(
  name: string,
  value: JsonValue,
  scope: SchemaScope,
): JsonValue | undefined {
  if (typeof value === 'boolean' && name !== 'items') {
    return name === 'propertyNames' ? undefined : value;
  }
  // Property names are always strings; the AI SDK throws if `propertyNames` has another type.
  if (name === 'propertyNames' && isJsonObject(value) && (value['type'] ?? 'string') !== 'string')
    return undefined;
  return convertSchemaToDraft2020(value, scope);
}

function convertTypeKeyword(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return TYPES.has(value) ? value : undefined;
  const types = [...new Set(listTexts(value))].filter((one) => TYPES.has(one));
  if (types.length < 2) return types[0];
  return types.length === getListItems(value).length ? value : types;
}

function convertSubschemaMap(value: JsonObject, scope: SchemaScope): JsonObject {
  let isSame = true;
  const entries = Object.entries(value).map(([name, one]): [string, JsonValue] => {
    const fitted = convertSchemaToDraft2020(one, scope);
    isSame &&= fitted === one;
    return [name, fitted];
  });
  return isSame ? value : Object.fromEntries(entries);
}

function removeRepeatedValues(values: readonly JsonValue[]): JsonValue {
  const known = new Set<string>();
  const distinct = values.filter((value) => {
    const text = JSON.stringify(value);
    return !known.has(text) && known.add(text);
  });
  return cleanTextsInJson(distinct.length === values.length ? values : distinct);
}

function convertKeepingIdentity(
  values: readonly JsonValue[],
  convert: (value: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const converted = values.map(convert);
  return converted.every((one, at) => one === values[at]) ? values : converted;
}

function isValidPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Converts `nullable` of OpenAPI 3.0, boolean limits of draft 4, and tuples before 2020-12. */
function translateDrafts(schema: JsonObject): JsonObject {
  let translated = schema;
  const { nullable, type, items, additionalItems } = schema;
  if (nullable === true && typeof type === 'string' && type !== 'null') {
    const { enum: values } = schema;
    translated = { ...translated, type: [type, 'null'] };
    if (Array.isArray(values)) translated = { ...translated, enum: [...values, null] };
  }
  if (Array.isArray(items)) {
    const rest = additionalItems === undefined ? {} : additionalItems;
    translated = { ...translated, prefixItems: items, items: rest };
  }
  for (const [limit, name] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (translated[name] !== true || typeof translated[limit] !== 'number') continue;
    const { [limit]: bound, ...others } = translated;
    translated = { ...others, [name]: bound ?? 0 };
  }
  return translated;
}
