import { findOpenAiToolNameFaults } from '../chat/tool-rules.ts';
import { findFormatFaults, findParametersFaults, FORMAT_NAME } from '../openai-schema.ts';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from '../read-json.ts';
import type { ResponsesRule } from './responses-facts.ts';

const MOST_TOOLS = 128;

export const toolRules: readonly ResponsesRule[] = [
  {
    id: 'responses/tool-shape',
    source: 'recorded from gpt-5.6-terra, 2026-08-31',
    *find({ tools, tool_choice: choice }) {
      for (const [at, { type, name }] of listItemsOrEmptyObjects(tools).entries()) {
        if (type !== 'function' || name !== undefined) continue;
        yield createMissingParameterFault(`tools[${at}].name`);
      }
      const { type, name } = toObject(choice);
      if (type === 'function' && name === undefined)
        yield createMissingParameterFault('tool_choice.name');
    },
  },
  {
    id: 'responses/tool-count',
    source: 'zed-industries/zed issue 32946, 2025-06, of Chat Completions',
    *find({ tools }) {
      const { length } = listValues(tools);
      if (length <= MOST_TOOLS) return;
      yield {
        message: `Invalid 'tools': array too long. Expected an array with maximum length ${MOST_TOOLS}, but got an array with length ${length} instead.`,
        param: 'tools',
        code: 'array_above_max_length',
      };
    },
  },
  {
    id: 'responses/tool-name',
    source: 'as Chat Completions; 64 characters are inferred',
    *find({ tools }, { items }) {
      for (const [at, { type, name }] of listItemsOrEmptyObjects(tools).entries()) {
        if (type === 'function')
          yield* findOpenAiToolNameFaults(toTextOrEmpty(name), `tools[${at}].name`);
      }
      for (const [at, { type, name }] of items.entries()) {
        if (type === 'function_call')
          yield* findOpenAiToolNameFaults(toTextOrEmpty(name), `input[${at}].name`);
      }
    },
  },
  {
    id: 'responses/tool-parameters',
    source: 'probed with gpt-5.6-terra, 2026',
    *find({ tools }) {
      for (const [at, { type, name, parameters, strict }] of listItemsOrEmptyObjects(
        tools,
      ).entries()) {
        if (type !== 'function' || parameters == null) continue;
        for (const problem of findParametersFaults(toObject(parameters), strict === true)) {
          yield {
            message: `Invalid schema for function '${toTextOrEmpty(name)}': ${problem}`,
            param: `tools[${at}].parameters`,
            code: 'invalid_function_parameters',
          };
        }
      }
    },
  },
  {
    id: 'responses/response-schema',
    source: 'probed with gpt-5.6-terra, 2026',
    *find({ text }) {
      const { type, schema, strict, name } = toObject(toObject(text)['format']);
      if (type !== 'json_schema') return;
      if (!FORMAT_NAME.test(toTextOrEmpty(name))) {
        yield {
          message: `Invalid 'text.format.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          param: 'text.format.name',
          code: 'invalid_value',
        };
      }
      for (const problem of findFormatFaults(toObject(schema), strict === true)) {
        yield {
          message: `Invalid schema for response_format '${toTextOrEmpty(name)}': ${problem}`,
          param: 'text.format.schema',
          code: 'invalid_json_schema',
        };
      }
    },
  },
  {
    id: 'responses/tool-choice',
    source: 'as Chat Completions',
    *find({ tools, tool_choice: choice }) {
      const { type, name } = toObject(choice);
      if (
        type !== 'function' ||
        listItemsOrEmptyObjects(tools).some((tool) => tool['name'] === name)
      )
        return;
      yield {
        message: `Tool choice '${toTextOrEmpty(name)}' not found in 'tools' parameter.`,
        param: 'tool_choice',
      };
    },
  },
];

function createMissingParameterFault(param: string) {
  return {
    message: `Missing required parameter: '${param}'.`,
    param,
    code: 'missing_required_parameter',
  };
}
