import { isJsonObject, type JsonObject } from '#core';
import { hasType, walkSchema } from '../openai-schema.ts';
import {
  listItemsOrEmptyObjects,
  listUnknownKeys,
  listValues,
  toObject,
  toTextOrEmpty,
} from '../read-json.ts';
import type { GeminiRule } from './gemini-facts.ts';

const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/;
const MOST_FUNCTIONS = 512;
/**
 * Maximum number of properties of a function; with more, Gemini refuses the request as too complex.
 */
const MOST_PROPERTIES = 200;
/** Keywords that the field `parameters` accepts, a subset of OpenAPI 3. */
const SCHEMA_WORDS = new Set(
  (
    'type format title description nullable enum maxItems minItems properties required minProperties maxProperties ' +
    'minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum additionalProperties ref defs'
  ).split(' '),
);

interface Declaration {
  readonly declaration: JsonObject;
  readonly path: string;
}

function* listDeclarations(tools: JsonObject[string] | undefined): Generator<Declaration> {
  for (const [at, tool] of listItemsOrEmptyObjects(tools).entries()) {
    for (const [index, declaration] of listItemsOrEmptyObjects(
      tool['functionDeclarations'],
    ).entries()) {
      yield { declaration, path: `tools[${at}].function_declarations[${index}]` };
    }
  }
}

/** Yields why Gemini refuses a function's schema, in either of its two fields. */
function* findSchemaFaults(root: JsonObject): Generator<string> {
  let count = 0;
  for (const { schema, path } of walkSchema(root)) {
    const at = ['parameters', ...path].join('.');
    const properties = Object.keys(toObject(schema['properties']));
    count += properties.length;
    if (hasType(schema, 'array') && !isJsonObject(schema['items'])) {
      yield `${at}.items: missing field.\n`;
    }
    const isObject = schema['type'] === 'object' || schema['type'] === undefined;
    if (!isObject && (schema['properties'] !== undefined || schema['required'] !== undefined)) {
      yield `${at}.properties: only allowed for OBJECT type\n`;
    }
    for (const [index, name] of listValues(schema['required']).entries()) {
      if (!properties.includes(toTextOrEmpty(name))) {
        yield `${at}.required[${index}]: property is not defined\n`;
      }
    }
    for (const [index, value] of listValues(schema['enum']).entries()) {
      if (typeof value !== 'string') {
        yield `Invalid value at '${at}.enum[${index}]' (TYPE_STRING), ${JSON.stringify(value)}`;
      } else if (value === '') yield `${at}.enum[${index}]: cannot be empty\n`;
    }
    if (schema['enum'] !== undefined && schema['type'] !== 'string') {
      yield `${at}.enum: only allowed for STRING type\n`;
    }
  }
  if (count > MOST_PROPERTIES) {
    yield 'The specified schema produces a constraint that has too many states for serving.';
  }
}

/** Yields further reasons why Gemini refuses a schema in the field `parameters`. */
function* findOpenApiFaults(root: JsonObject, path: string): Generator<string> {
  for (const { schema } of walkSchema(root)) {
    for (const word of listUnknownKeys(schema, SCHEMA_WORDS)) {
      yield `Invalid JSON payload received. Unknown name "${word}" at '${path}': Cannot find field.`;
    }
    if (Array.isArray(schema['type'])) {
      yield `Invalid JSON payload received. Unknown name "type" at '${path}': Proto field is not repeating, cannot start list.`;
    }
  }
}

/** Yields why Gemini refuses a response schema. */
function* findReplySchemaFaults(root: JsonObject): Generator<string> {
  yield* findSchemaFaults(root);
  yield* findReferenceFaults(root);
  for (const { schema } of walkSchema(root)) {
    if (schema['const'] !== undefined) yield 'const: Cannot find field.';
  }
}

/** Yields an error for each reference that points to no schema. */
function* findReferenceFaults(root: JsonObject): Generator<string> {
  const known = Object.keys(toObject(root['$defs'])).map((name) => `#/$defs/${name}`);
  for (const { schema } of walkSchema(root)) {
    const { $ref: reference } = schema;
    if (reference === undefined || known.includes(toTextOrEmpty(reference))) continue;
    yield `reference to undefined schema: ${JSON.stringify(reference)}`;
  }
}

/** Converts upper-case type names of a schema, which Gemini also accepts, to lower case. */
function toLowerCaseTypes(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  if (!text.includes('"type":"')) return schema;
  return JSON.parse(
    text.replaceAll(
      /"type":"([A-Z]+)"/g,
      (_found, type: string) => `"type":"${type.toLowerCase()}"`,
    ),
  ) as JsonObject;
}

export const toolRules: readonly GeminiRule[] = [
  {
    id: 'gemini/function-count',
    source: 'reference of the vendor',
    *find({ tools }) {
      if ([...listDeclarations(tools)].length <= MOST_FUNCTIONS) return;
      yield { message: `At most ${MOST_FUNCTIONS} function declarations can be specified.` };
    },
  },
  {
    id: 'gemini/function-name',
    source: 'docstrings of google-genai 3.6.1; google-gemini/gemini-cli issue 6704, 2025-08',
    *find({ tools }, { generation }) {
      const most = generation < 3 ? 64 : 128;
      for (const { declaration, path } of listDeclarations(tools)) {
        const name = toTextOrEmpty(declaration['name']);
        if (FUNCTION_NAME.test(name) && name.length <= most) continue;
        yield {
          message: `* GenerateContentRequest.${path}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of ${most}.\n`,
        };
      }
    },
  },
  {
    id: 'gemini/function-name-twice',
    source: 'inferred from the reports of other providers',
    *find({ tools }) {
      const names = [...listDeclarations(tools)].map(({ declaration }) => declaration['name']);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice === undefined) return;
      yield { message: `Duplicate function declaration found: ${toTextOrEmpty(twice)}` };
    },
  },
  {
    id: 'gemini/parameters',
    source: 'TableProApp/TablePro pull request 1276; thClaws issue 172; decolua/9router issue 359',
    *find({ tools }) {
      for (const { declaration, path } of listDeclarations(tools)) {
        const { parameters, parametersJsonSchema } = declaration;
        if (parameters === undefined) continue;
        if (parametersJsonSchema !== undefined) {
          yield {
            message: `${path}: parameters and parameters_json_schema are mutually exclusive.`,
          };
        }
        const prefix = `* GenerateContentRequest.${path}.`;
        const schema = toLowerCaseTypes(toObject(parameters));
        for (const message of findOpenApiFaults(schema, `${path}.parameters`)) yield { message };
        for (const problem of findSchemaFaults(schema)) yield { message: `${prefix}${problem}` };
      }
    },
  },
  {
    id: 'gemini/json-schema',
    source: 'anomalyco/opencode pull requests 11888, 2026-02, and 43495, 2026-09; cline issue 7339',
    *find({ tools }) {
      for (const { declaration, path } of listDeclarations(tools)) {
        const { parametersJsonSchema: given } = declaration;
        if (given === undefined) continue;
        const schema = toObject(given);
        const prefix = `* GenerateContentRequest.${path}.`;
        const faults = [...findSchemaFaults(schema), ...findReferenceFaults(schema)];
        for (const problem of faults) yield { message: `${prefix}${problem}` };
      }
    },
  },
  {
    id: 'gemini/response-schema',
    source: 'as the schemas of functions; `const` by @ai-sdk/google 4.0.121',
    *find({ generationConfig: config }) {
      const { responseJsonSchema: given } = toObject(config);
      if (given === undefined) return;
      for (const problem of findReplySchemaFaults(toObject(given))) {
        yield { message: `* GenerateContentRequest.generation_config.${problem}` };
      }
    },
  },
];
