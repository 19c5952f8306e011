import type { JsonObject, JsonValue } from '#core';
import { mergeSchemas } from './merge-schemas.ts';
import {
  describeConditions,
  findReferencedSchema,
  listSchemaObjects,
  listTexts,
  getListItems,
  toObject,
} from './schema-parts.ts';

/**
 * Maximum number of schemas in a converted tool schema, which can grow because references are
 * expanded.
 */
const MOST_NODES = 2000;
/** Maximum number of properties: Gemini refuses about 200 with "too many states for serving". */
const MOST_PROPERTIES = 190;

/** Maximum number of branches of a union, each of which is merged with the surrounding schema. */
const MOST_BRANCHES = 100;

interface SchemaScope {
  readonly root: JsonObject;
  /** References that are being expanded around this schema, to detect recursion. */
  readonly open: readonly string[];
  readonly budget: { nodes: number; properties: number };
}

/**
 * Converts a valid schema to the subset of JSON Schema that Gemini reads: one type per schema,
 * enums of strings, no references, and unions without other keywords. Other conditions become part
 * of the description.
 */
export function toGeminiSchema(schema: JsonObject): JsonObject {
  const { $defs: _defs, definitions: _definitions, ...own } = schema;
  return convertToGemini(own, {
    root: schema,
    open: [],
    budget: { nodes: MOST_NODES, properties: MOST_PROPERTIES },
  });
}

/** The types that stand for "any value" in a schema for Gemini. */
const ANY_TYPES = ['string', 'number', 'boolean'] as const;

function convertToGemini(schema: JsonObject, scope: SchemaScope): JsonObject {
  scope.budget.nodes -= 1;
  if (scope.budget.nodes < 0) return { type: 'string' };
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
  if (typeof reference === 'string') return convertReference(schema, reference, scope);
  if (allOf !== undefined) {
    const others = { ...own, ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) };
    return convertToGemini(mergeSchemas([others, ...listSchemaObjects(allOf)]), scope);
  }
  const branches = [...listSchemaObjects(anyOf), ...listSchemaObjects(oneOf)].slice(
    0,
    MOST_BRANCHES,
  );
  if (branches.length > 0)
    return createUnionSchema(
      branches.map((branch) => convertToGemini(mergeSchemas([branch, own]), scope)),
    );
  if ('const' in own) {
    const { const: value = null, ...rest } = own;
    return convertEnum(rest, [value], scope);
  }
  if (own['enum'] !== undefined) return convertEnum(own, getListItems(own['enum']), scope);
  const types = listTypes(own);
  const [type = 'string'] = types;
  if (types.length === 1) return convertTypedSchema(own, type, scope);
  return createUnionSchema(types.map((one) => convertTypedSchema(own, one, scope)));
}

function convertReference(schema: JsonObject, reference: string, scope: SchemaScope): JsonObject {
  const { $ref: _reference, ...own } = schema;
  const found = findReferencedSchema(reference, scope.root) ?? {};
  if (scope.open.includes(reference)) {
    // Gemini cannot read recursive references. The tool itself still validates the arguments.
    const { description } = own;
    const [type = 'object'] = listTypes(found);
    const ended = { ...(description !== undefined && { description }), $ref: reference };
    return convertTypedSchema(ended, type, scope);
  }
  const { $defs: _defs, definitions: _definitions, ...target } = found;
  return convertToGemini(mergeSchemas([own, target]), {
    ...scope,
    open: [...scope.open, reference],
  });
}

function listTypes(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  const types = listTexts(type);
  if (types.length > 0) return types;
  if (schema['properties'] !== undefined) return ['object'];
  return schema['items'] !== undefined || schema['prefixItems'] !== undefined
    ? ['array']
    : ANY_TYPES;
}

/**
 * Combines branches into a union. Flattens nested unions and removes duplicates, which Gemini
 * refuses.
 */
function createUnionSchema(branches: readonly JsonObject[]): JsonObject {
  const flat = branches.flatMap((one) => (one['anyOf'] ? listSchemaObjects(one['anyOf']) : [one]));
  const distinct = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()];
  const [only, ...others] = distinct;
  return only && others.length === 0 ? only : { anyOf: distinct };
}

function convertEnum(
  { enum: _enum, ...own }: JsonObject,
  values: readonly JsonValue[],
  scope: SchemaScope,
): JsonObject {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  const others = values.filter((value) => typeof value !== 'string' || value === '');
  const types = [...new Set(others.map(getJsonType))];
  const described = others.some((value) => value !== null) ? { ...own, enum: values } : own;
  const branches = types.map((type) => {
    const { type: _type, ...rest } = described;
    return type === 'null' ? { type } : convertTypedSchema(rest, type, scope);
  });
  if (texts.length === 0) return createUnionSchema(branches);
  const description = describeConditions(own['description'], {});
  const named = { type: 'string', enum: texts, ...(description !== undefined && { description }) };
  return createUnionSchema([named, ...branches]);
}

function getJsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Schema keywords that Gemini reads, by type. */
const READ: Readonly<Record<string, readonly string[]>> = {
  string: [],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
};
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};
/** Keywords that restrict nothing, and keywords that are converted separately. */
const SILENT = new Set(['$schema', '$comment', 'type', 'title', 'description', 'examples']);
const OF_OBJECTS = ['properties', 'required'];
const OF_ARRAYS = ['items'];

function convertTypedSchema(schema: JsonObject, type: string, scope: SchemaScope): JsonObject {
  const converted: Record<string, JsonValue> = { type };
  const conditions: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (SILENT.has(name) || OF_OBJECTS.includes(name) || OF_ARRAYS.includes(name)) continue;
    const isRead =
      READ[type]?.includes(name) ||
      (name === 'format' && FORMATS[type]?.some((format) => format === value) === true);
    if (isRead) converted[name] = value;
    else if (typeof value !== 'boolean') conditions[name] = value;
  }
  const description = describeConditions(schema['description'], conditions);
  if (description !== undefined && type !== 'null') converted['description'] = description;
  if (type === 'object') convertPropertiesInto(converted, schema, scope);
  if (type === 'array') converted['items'] = createItemsSchema(schema, scope);
  return converted;
}

function convertPropertiesInto(
  converted: Record<string, JsonValue>,
  schema: JsonObject,
  scope: SchemaScope,
): void {
  const needed = listTexts(schema['required']);
  const all = Object.entries(toObject(schema['properties']));
  // If a schema has too many properties, required properties are kept before optional ones.
  const sorted = all.length <= scope.budget.properties ? all : sortRequired(all, needed);
  const properties = sorted.slice(0, Math.max(scope.budget.properties, 0));
  scope.budget.properties -= properties.length;
  if (properties.length === 0) return;
  converted['properties'] = Object.fromEntries(
    properties.map(([name, one]) => [name, convertToGemini(toObject(one), scope)]),
  );
  const names = new Set(properties.map(([name]) => name));
  const required = needed.filter((name) => names.has(name));
  if (required.length > 0) converted['required'] = required;
}

function sortRequired(
  properties: readonly [string, JsonValue][],
  required: readonly string[],
): [string, JsonValue][] {
  const names = new Set(required);
  const [first, others] = [true, false].map((isRequired) =>
    properties.filter(([name]) => names.has(name) === isRequired),
  );
  return [...(first ?? []), ...(others ?? [])];
}

function createItemsSchema({ items, prefixItems }: JsonObject, scope: SchemaScope): JsonObject {
  const first = listSchemaObjects(prefixItems);
  const rest = toObject(items);
  if (first.length === 0) return convertToGemini(rest, scope);
  const all = Object.keys(rest).length > 0 ? [...first, rest] : first;
  return createUnionSchema(all.map((one) => convertToGemini(one, scope)));
}
