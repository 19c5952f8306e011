import type { JsonObject } from '#core';
import { hasType, walkSchema } from '../openai-schema.ts';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from '../read-json.ts';
import type { AnthropicRule } from './anthropic-facts.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
/**
 * Maximum number of strict tools per request, and of optional properties and unions in all of them.
 */
const MOST_STRICT = { tools: 20, optional: 24, unions: 16 };
const ROOT_UNIONS = ['oneOf', 'allOf', 'anyOf'];
/** Keywords that are booleans in older drafts and OpenAPI, but not in JSON Schema 2020-12. */
const OLD_FORMS: ReadonlySet<string> = new Set([
  'exclusiveMinimum',
  'exclusiveMaximum',
  'required',
]);

/** Yields the tools that the caller defines, with their index. */
function* listCustomTools(
  tools: JsonObject[string] | undefined,
): Generator<{ readonly tool: JsonObject; readonly at: number }> {
  for (const [at, tool] of listItemsOrEmptyObjects(tools).entries()) {
    if (tool['type'] === undefined || tool['type'] === 'custom') yield { tool, at };
  }
}

export const toolRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/tool-choice',
    source: 'recorded from claude-sonnet-5, 2026-08-31',
    *find({ tools, tool_choice: choice }) {
      const { type, name } = toObject(choice);
      if (choice !== undefined && !['auto', 'any', 'tool', 'none'].includes(toTextOrEmpty(type))) {
        yield {
          message: `tool_choice: Input tag '${toTextOrEmpty(type)}' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`,
        };
      }
      if (choice !== undefined && listValues(tools).length === 0) {
        yield { message: 'tool_choice: tool_choice may only be specified while providing tools' };
      }
      if (
        type === 'tool' &&
        listItemsOrEmptyObjects(tools).every((tool) => tool['name'] !== name)
      ) {
        yield { message: `tool_choice: Tool '${toTextOrEmpty(name)}' not found in provided tools` };
      }
    },
  },
  {
    id: 'anthropic/tool-name',
    source: 'dimagi/open-chat-studio issue 4027, and texts of anthropics/claude-code',
    *find({ tools }) {
      for (const { tool, at } of listCustomTools(tools)) {
        if (TOOL_NAME.test(toTextOrEmpty(tool['name']))) continue;
        yield {
          message: `tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
        };
      }
    },
  },
  {
    id: 'anthropic/tool-name-twice',
    source: 'reported with a request id, 2026-08-10',
    *find({ tools }) {
      const names = listItemsOrEmptyObjects(tools).map(({ name }) => toTextOrEmpty(name));
      if (new Set(names).size < names.length) {
        yield { message: 'tools: Tool names must be unique.' };
      }
    },
  },
  {
    id: 'anthropic/input-schema',
    source: 'anthropics/claude-code issue 44788, 2026-04',
    *find({ tools }) {
      for (const { tool, at } of listCustomTools(tools)) {
        const schema = toObject(tool['input_schema']);
        const path = `tools.${at}.custom.input_schema`;
        if (schema['type'] !== 'object') {
          yield { message: `${path}.type: Field required: input should be 'object'` };
        }
        if (ROOT_UNIONS.some((keyword) => schema[keyword] !== undefined)) {
          yield {
            message: `${path}: input_schema does not support oneOf, allOf, or anyOf at the top level`,
          };
        }
        if (usesOldKeywordForm(schema)) {
          yield {
            message: `${path}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`,
          };
        }
      }
    },
  },
  {
    id: 'anthropic/property-key',
    source: 'aws-solutions-library-samples issue 709; n8n-io/n8n issue 30590',
    *find({ tools }) {
      for (const { tool, at } of listCustomTools(tools)) {
        for (const key of Object.keys(toObject(toObject(tool['input_schema'])['properties']))) {
          if (PROPERTY_KEY.test(key)) continue;
          yield {
            message: `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
          };
        }
      }
    },
  },
  {
    id: 'anthropic/strict-tools',
    source: 'genkit-ai/genkit issue 5230, 2026-05; langchain4j/langchain4j pull request 5128',
    *find({ tools }) {
      const strict = [...listCustomTools(tools)].filter(({ tool }) => tool['strict'] === true);
      let optional = 0;
      let unions = 0;
      for (const { tool, at } of strict) {
        for (const { schema } of walkSchema(toObject(tool['input_schema']))) {
          const required = listValues(schema['required']);
          const names = Object.keys(toObject(schema['properties']));
          optional += names.filter((name) => !required.includes(name)).length;
          if (Array.isArray(schema['type']) || schema['anyOf'] !== undefined) unions += 1;
          if (!hasType(schema, 'object') || schema['additionalProperties'] === false) continue;
          yield {
            message: `tools.${at}.custom: For 'object' type, 'additionalProperties' must be explicitly set to false`,
          };
        }
      }
      const counts = [
        ['strict tools', strict.length, MOST_STRICT.tools],
        ['optional parameters in strict tools', optional, MOST_STRICT.optional],
        ['parameters with union types', unions, MOST_STRICT.unions],
      ] as const;
      for (const [name, count, most] of counts) {
        if (count > most) yield { message: `too many ${name}: ${count} (maximum ${most})` };
      }
    },
  },
];

/** Keywords that a response schema must not contain. */
const REFUSED_IN_FORMATS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'not',
];

export const formatRule: AnthropicRule = {
  id: 'anthropic/output-format',
  source: 'sanitize-json-schema and supports-native-structured-output-schema of @ai-sdk/anthropic',
  *find({ output_config: config }) {
    const { schema: root } = toObject(toObject(config)['format']);
    if (root === undefined) return;
    const path = 'output_config.format.schema';
    for (const { schema } of walkSchema(toObject(root))) {
      const refused = REFUSED_IN_FORMATS.find((keyword) => schema[keyword] !== undefined);
      if (refused !== undefined) {
        yield { message: `${path}: property '${refused}' is not supported` };
      }
      if (hasType(schema, 'object') && schema['additionalProperties'] !== false) {
        yield {
          message: `${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`,
        };
      }
      if (schema['$ref'] === '#') {
        yield { message: `${path}: Circular reference detected in schema definitions` };
      }
    }
  },
};

/** Whether a schema, at any depth, uses a keyword in a form that JSON Schema 2020-12 forbids. */
function usesOldKeywordForm(schema: JsonObject): boolean {
  return Object.entries(schema).some(([keyword, value]) => {
    if (keyword === 'properties' || keyword === '$defs') {
      return Object.values(toObject(value)).some((one) => usesOldKeywordForm(toObject(one)));
    }
    if (typeof value === 'boolean') return OLD_FORMS.has(keyword);
    const inner = Array.isArray(value) ? listItemsOrEmptyObjects(value) : [toObject(value)];
    return isSubschemaKeyword(keyword) && inner.some(usesOldKeywordForm);
  });
}

function isSubschemaKeyword(keyword: string): boolean {
  return ['items', 'anyOf', 'oneOf', 'allOf', 'not', 'additionalProperties'].includes(keyword);
}
