import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import {
  describeConditions,
  findReferencedSchema,
  listSchemaObjects,
  listTexts,
  getListItems,
  toObject,
} from './schema-parts.ts';

/** Limits of a strict schema, according to OpenAI's guide on structured outputs. */
const MAX_DEPTH = 10;
const MAX_PROPERTIES = 5000;
const MAX_VALUES = 1000;
/** Maximum number of characters of all property names and enum values together. */
const MAX_CHARACTERS = 120_000;
const LARGE_ENUM = 250;
const MAX_ENUM_CHARACTERS = 15_000;

/** Keywords that a strict schema may contain, apart from keywords whose values are schemas. */
const READ = new Set([
  'type',
  'description',
  'enum',
  'const',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);
const FORMATS: ReadonlySet<JsonValue | undefined> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);
const SILENT = new Set(['$schema', '$comment', 'title', 'examples', 'additionalProperties']);
/** Keywords whose conditions a strict schema cannot express at all. */
const IMPOSSIBLE = ['allOf', 'patternProperties', 'prefixItems'];

interface Counts {
  properties: number;
  values: number;
  characters: number;
}

/**
 * Converts a valid schema to a schema that OpenAI accepts for tools with `strict`: all properties are
 * required, and an optional one may be null. Returns undefined if there is no such schema.
 */
export function toStrictSchema(schema: JsonObject): JsonObject | undefined {
  const counts: Counts = { properties: 0, values: 0, characters: 0 };
  // A schema without `properties` gets an empty object: the tool has no arguments.
  const strict = convertToStrict({ properties: {}, ...schema }, counts, 1);
  const { properties, values, characters } = counts;
  const isLarge = properties > MAX_PROPERTIES || values > MAX_VALUES || characters > MAX_CHARACTERS;
  return isLarge ? undefined : strict;
}

function convertToStrict(
  schema: JsonObject,
  counts: Counts,
  depth: number,
): JsonObject | undefined {
  if (depth > MAX_DEPTH || IMPOSSIBLE.some((name) => schema[name] !== undefined)) return undefined;
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const values = getListItems(schema['enum']);
  const length = countCharacters(values);
  if (values.length > LARGE_ENUM && length > MAX_ENUM_CHARACTERS) return undefined;
  counts.values += values.length;
  counts.characters += length + countCharacters([schema['const'] ?? '']);
  const converted = convertKeywords(schema, counts, depth);
  if (!converted) return undefined;
  const isObject = schema['type'] === 'object' || getListItems(schema['type']).includes('object');
  if (!isObject) return restrictsType(converted) ? converted : undefined;
  const properties = convertProperties(schema, counts, depth);
  if (!properties) return undefined;
  return {
    ...converted,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function countCharacters(values: readonly JsonValue[]): number {
  return values.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
}

function restrictsType(schema: JsonObject): boolean {
  return ['type', 'anyOf', 'enum', 'const'].some((name) => schema[name] !== undefined);
}

function convertKeywords(
  schema: JsonObject,
  counts: Counts,
  depth: number,
): JsonObject | undefined {
  const converted: Record<string, JsonValue> = {};
  const conditions: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (READ.has(name) || (name === 'format' && FORMATS.has(value))) converted[name] = value;
    else if (name === 'items') {
      const items = convertToStrict(toObject(value), counts, depth + 1);
      if (!items) return undefined;
      converted['items'] = items;
    } else if (name === 'anyOf' || name === 'oneOf') {
      const branches = listSchemaObjects(value).map((one) => convertToStrict(one, counts, depth));
      if (!branches.every(isJsonObject) || converted['anyOf']) return undefined;
      converted['anyOf'] = branches;
    } else if (name === '$defs' || name === 'definitions') {
      const schemas = convertSchemaMap(toObject(value), counts, depth);
      if (!schemas) return undefined;
      converted[name] = schemas;
    } else if (name !== 'properties' && name !== 'required' && !SILENT.has(name))
      conditions[name] = value;
  }
  const description = describeConditions(schema['description'], conditions);
  return description === undefined ? converted : { ...converted, description };
}

function convertSchemaMap(
  schemas: JsonObject,
  counts: Counts,
  depth: number,
): Record<string, JsonObject> | undefined {
  const converted: Record<string, JsonObject> = {};
  for (const [name, value] of Object.entries(schemas)) {
    const one = convertToStrict(toObject(value), counts, depth + 1);
    if (!one) return undefined;
    counts.characters += name.length;
    converted[name] = one;
  }
  return converted;
}

/** Returns undefined for objects whose property names are not fixed. */
function convertProperties(
  schema: JsonObject,
  counts: Counts,
  depth: number,
): Record<string, JsonObject> | undefined {
  const { properties, additionalProperties = isJsonObject(properties) ? false : {} } = schema;
  if (additionalProperties !== false) return undefined;
  const converted = convertSchemaMap(toObject(properties), counts, depth);
  if (!converted) return undefined;
  const required = new Set(listTexts(schema['required']));
  for (const [name, one] of Object.entries(converted)) {
    counts.properties += 1;
    if (!required.has(name)) converted[name] = allowNull(one);
  }
  return converted;
}

function allowNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  const isSimple = typeof type === 'string' && !('const' in schema) && !('anyOf' in schema);
  if (!isSimple) return acceptsNull(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
  if (type === 'null') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(values !== undefined && { enum: [...getListItems(values), null] }),
  };
}

/** Whether null matches a schema, according to its `type`. */
function acceptsNull(schema: JsonObject, root?: JsonObject): boolean {
  const { $ref: reference, ...found } = root ? followOuterReference(schema, root) : schema;
  if (reference !== undefined) return false;
  const { type, enum: values, anyOf, oneOf } = found;
  const branches = [...listSchemaObjects(anyOf), ...listSchemaObjects(oneOf)];
  if (branches.length > 0)
    return branches.some((branch) => branch['$ref'] === undefined && acceptsNull(branch));
  if (values !== undefined) return getListItems(values).includes(null);
  if ('const' in found) return found['const'] === null;
  return type === undefined || type === 'null' || getListItems(type).includes('null');
}

/** Maximum length of a chain of references; a longer chain is a cycle. */
const MAX_REFERENCES = 8;

function followOuterReference(schema: JsonObject, root: JsonObject): JsonObject {
  let found = schema;
  for (let count = 0; count < MAX_REFERENCES; count += 1) {
    if (typeof found['$ref'] !== 'string') break;
    found = findReferencedSchema(found['$ref'], root) ?? {};
  }
  return found;
}

/**
 * Removes nulls of optional properties from arguments: the strict schema allows them, the tool's
 * own schema may not.
 */
export function removeNullsOfOptionalProperties(
  value: JsonValue,
  given: JsonObject,
  root: JsonObject,
): JsonValue {
  const schema = followOuterReference(given, root);
  if (Array.isArray(value)) {
    const items = toObject(schema['items']);
    return (value as readonly JsonValue[]).map((one) =>
      removeNullsOfOptionalProperties(one, items, root),
    );
  }
  if (!isJsonObject(value)) return value;
  const branches = [...listSchemaObjects(schema['anyOf']), ...listSchemaObjects(schema['oneOf'])];
  const own: Record<string, JsonValue> = { ...toObject(schema['properties']) };
  for (const branch of branches)
    Object.assign(own, toObject(followOuterReference(branch, root)['properties']));
  const required = listTexts(schema['required']);
  const entries = Object.entries(value).flatMap(([name, one]): [string, JsonValue][] => {
    const property = toObject(own[name]);
    const isUnwanted = one === null && !required.includes(name) && !acceptsNull(property, root);
    return isUnwanted ? [] : [[name, removeNullsOfOptionalProperties(one, property, root)]];
  });
  return Object.fromEntries(entries);
}

/** Keywords that Anthropic refuses in tools with `strict`. */
const ANTHROPIC_REFUSES = [
  '$ref',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'not',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'format',
  'allOf',
  'oneOf',
  'if',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'contains',
];

/** Whether Anthropic accepts a valid schema for a tool with `strict`. */
export function isStrictForAnthropic(schema: JsonObject): boolean {
  if (ANTHROPIC_REFUSES.some((name) => schema[name] !== undefined)) return false;
  const { type, properties, items, anyOf } = schema;
  const isObject = type === 'object' || getListItems(type).includes('object');
  if (isObject && schema['additionalProperties'] !== false) return false;
  const named = [properties, schema['$defs'], schema['definitions']];
  const parts = [
    ...named.flatMap((map) => Object.values(toObject(map))),
    items,
    ...listSchemaObjects(anyOf),
  ];
  return parts.every((part) => part === undefined || isStrictForAnthropic(toObject(part)));
}
