import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from './read-json.ts';

/** Keywords that OpenAI refuses at the root of a tool's parameter schema. */
const ROOT_KEYWORDS = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'];
/** Keywords whose value is a schema or a list of schemas. */
const SCHEMA_KEYWORDS = [
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
];
/** Keywords whose value is an object of schemas. */
const SCHEMA_MAPS = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'];

/** Maximum sizes of a strict schema (OpenAI's guide on structured outputs). */
const STRICT_DEPTH = 10;
const STRICT_PROPERTIES = 5000;
const STRICT_ENUM_VALUES = 1000;
/** Maximum characters of all names of properties and definitions and all enum values of a schema together. */
const STRICT_CHARACTERS = 120_000;
/**
 * Maximum number of characters of all values of one enum together. Applies to enums of more than
 * `STRICT_LARGE_ENUM` values.
 */
const STRICT_ENUM_CHARACTERS = 15_000;
const STRICT_LARGE_ENUM = 250;

interface Subschema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
  /** Number of objects and arrays that enclose the schema. */
  readonly depth: number;
}

/** Yields a schema and all schemas nested in it, outermost first. */
export function* walkSchema(
  schema: JsonObject,
  path: readonly string[] = [],
  depth = 1,
): Generator<Subschema> {
  yield { schema, path, depth };
  for (const keyword of SCHEMA_MAPS) {
    for (const [name, one] of Object.entries(toObject(schema[keyword]))) {
      if (isJsonObject(one)) yield* walkSchema(one, [...path, keyword, name], depth + 1);
    }
  }
  for (const keyword of SCHEMA_KEYWORDS) {
    const value = schema[keyword];
    if (isJsonObject(value)) yield* walkSchema(value, [...path, keyword], depth + 1);
    for (const [at, one] of listItemsOrEmptyObjects(value).entries()) {
      yield* walkSchema(one, [...path, keyword, String(at)], depth);
    }
  }
}

/** Whether a schema's type is, or may be, the given type. */
export function hasType({ type }: JsonObject, name: string): boolean {
  return type === name || listValues(type).includes(name);
}

/** Yields why OpenAI refuses a tool's parameter schema. */
export function* findParametersFaults(parameters: JsonObject, strict: boolean): Generator<string> {
  if (parameters['type'] !== 'object') {
    yield `schema must be a JSON Schema of 'type: "object"', got 'type: "${formatSchemaType(parameters['type'])}"'.`;
  }
  if (ROOT_KEYWORDS.some((keyword) => parameters[keyword] !== undefined)) {
    yield "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level.";
  }
  yield* findSchemaFaults(parameters, strict);
}

/** Pattern of response format names (docstrings of openai 3.57.0). */
export const FORMAT_NAME: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

/** Yields why OpenAI refuses a response schema. */
export function* findFormatFaults(schema: JsonObject, strict: boolean): Generator<string> {
  if (schema['type'] !== 'object') {
    yield `schema must be a JSON Schema of 'type: "object"', got 'type: "${formatSchemaType(schema['type'])}"'.`;
  }
  yield* findSchemaFaults(schema, strict);
}

/** Yields why OpenAI refuses a schema, in a tool or a response format. */
function* findSchemaFaults(root: JsonObject, strict: boolean): Generator<string> {
  for (const { schema, path } of walkSchema(root)) {
    const context = formatSchemaPath(path);
    if (hasType(schema, 'array') && !isJsonObject(schema['items'])) {
      yield `In context=${context}, array schema missing items.`;
    }
    const { properties } = schema;
    if (properties !== undefined && !isJsonObject(properties)) {
      yield `${JSON.stringify(properties)} is not of type 'object'.`;
    }
  }
  if (strict) yield* findStrictFaults(root);
}

function* findStrictFaults(root: JsonObject): Generator<string> {
  let properties = 0;
  let values = 0;
  let characters = 0;
  for (const { schema, path, depth } of walkSchema(root)) {
    const context = formatSchemaPath(path);
    const names = Object.keys(toObject(schema['properties']));
    properties += names.length;
    values += listValues(schema['enum']).length;
    const length = countCharacters(listValues(schema['enum']));
    characters += length + countCharacters([...names, schema['const'] ?? '']);
    characters += countCharacters(Object.keys(toObject(schema['$defs'])));
    if (listValues(schema['enum']).length > STRICT_LARGE_ENUM && length > STRICT_ENUM_CHARACTERS) {
      yield `In context=${context}, enum values exceed ${STRICT_ENUM_CHARACTERS} characters.`;
    }
    if (schema['allOf'] !== undefined) yield `In context=${context}, 'allOf' is not permitted.`;
    if (hasType(schema, 'object')) {
      if (schema['additionalProperties'] !== false) {
        yield `In context=${context}, 'additionalProperties' is required to be supplied and to be false.`;
      }
      const missing = names.find((name) => !listValues(schema['required']).includes(name));
      if (missing !== undefined) {
        yield `In context=${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
      }
    }
    if (depth > STRICT_DEPTH && (hasType(schema, 'object') || hasType(schema, 'array'))) {
      yield `${depth} levels of nesting exceeds limit of ${STRICT_DEPTH}.`;
    }
  }
  if (properties > STRICT_PROPERTIES) {
    yield `Too many properties: ${properties}, more than ${STRICT_PROPERTIES}.`;
  }
  if (values > STRICT_ENUM_VALUES) {
    yield `Too many enum values: ${values}, more than ${STRICT_ENUM_VALUES}.`;
  }
  if (characters > STRICT_CHARACTERS) {
    yield `Names and values have ${characters} characters, more than ${STRICT_CHARACTERS}.`;
  }
}

function countCharacters(values: readonly JsonValue[]): number {
  return values.reduce<number>((count, value) => count + toTextOrEmpty(value).length, 0);
}

function formatSchemaPath(path: readonly string[]): string {
  const names = path.map((name) => `'${name}'`).join(', ');
  return path.length === 1 ? `(${names},)` : `(${names})`;
}

function formatSchemaType(type: JsonValue | undefined): string {
  return type === undefined || type === null ? 'None' : toTextOrEmpty(type) || JSON.stringify(type);
}
