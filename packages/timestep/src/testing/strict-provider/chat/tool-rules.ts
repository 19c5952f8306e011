import type { JsonObject } from '#core';
import { findFormatFaults, findParametersFaults, FORMAT_NAME } from '../openai-schema.ts';
import type { Fault } from '../refusal.ts';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';

const LIVE = 'recorded from gpt-5.6-terra, 2026-08-30';
const CHOICES = ['none', 'auto', 'required'];
const TOOL_NAME = /^[a-zA-Z0-9_-]+$/;
const LONGEST_TOOL_NAME = 64;

/** A function that the request offers, and the path of its declaration in the request. */
interface Declared {
  readonly declared: JsonObject;
  readonly path: string;
}

function* listFunctions(tools: JsonObject[string] | undefined): Generator<Declared> {
  for (const [at, tool] of listItemsOrEmptyObjects(tools).entries()) {
    if (tool['type'] !== 'function') continue;
    yield { declared: toObject(tool['function']), path: `tools[${at}].function` };
  }
}

export const toolCount: ChatRule = {
  id: 'chat/tool-count',
  source: 'zed-industries/zed issue 32946, 2025-06',
  *find({ tools }, { dialect }) {
    const { length } = listValues(tools);
    if (length <= dialect.limits.tools) return;
    yield {
      message: `Invalid 'tools': array too long. Expected an array with maximum length ${dialect.limits.tools}, but got an array with length ${length} instead.`,
      param: 'tools',
      code: 'array_above_max_length',
    };
  },
};

export const toolName: ChatRule = {
  id: 'chat/tool-name',
  source: 'recorded 2026-09-04, and docstring of openai 3.57.0',
  *find({ tools, messages }) {
    for (const { declared, path } of listFunctions(tools)) {
      if (declared['name'] === undefined) {
        const param = `${path}.name`;
        yield {
          message: `Missing required parameter: '${param}'.`,
          param,
          code: 'missing_required_parameter',
        };
      }
      yield* findOpenAiToolNameFaults(toTextOrEmpty(declared['name']), `${path}.name`);
    }
    for (const [at, { tool_calls: calls }] of listItemsOrEmptyObjects(messages).entries()) {
      for (const [index, call] of listItemsOrEmptyObjects(calls).entries()) {
        const path = `messages[${at}].tool_calls[${index}].function.name`;
        yield* findOpenAiToolNameFaults(toTextOrEmpty(toObject(call['function'])['name']), path);
      }
    }
  },
};

/** Yields why OpenAI refuses a function name. */
export function* findOpenAiToolNameFaults(name: string, param: string): Generator<Fault> {
  if (name === '') {
    yield {
      message: `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
      param,
      code: 'empty_string',
    };
  } else if (!TOOL_NAME.test(name)) {
    yield {
      message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param,
      code: 'invalid_value',
    };
  } else if (name.length > LONGEST_TOOL_NAME) {
    yield {
      message: `Invalid '${param}': string too long. Expected a string with maximum length ${LONGEST_TOOL_NAME}, but got a string with length ${name.length} instead.`,
      param,
      code: 'string_above_max_length',
    };
  }
}

export const toolParameters: ChatRule = {
  id: 'chat/tool-parameters',
  source: 'nspady/google-calendar-mcp issue 39, 2025-06; PrefectHQ/fastmcp issue 2464, 2025-11',
  *find({ tools }) {
    for (const { declared, path } of listFunctions(tools)) {
      const { parameters, name, strict } = declared;
      if (parameters === undefined) continue;
      for (const problem of findParametersFaults(toObject(parameters), strict === true)) {
        yield {
          message: `Invalid schema for function '${toTextOrEmpty(name)}': ${problem}`,
          param: `${path}.parameters`,
          code: 'invalid_function_parameters',
        };
      }
    }
  },
};

export const descriptionLength: ChatRule = {
  id: 'chat/description-length',
  source: 'reported of Azure OpenAI and of older models',
  *find({ tools }, { dialect }) {
    for (const { declared, path } of listFunctions(tools)) {
      const { length } = toTextOrEmpty(declared['description']);
      if (length <= dialect.limits.description) continue;
      yield {
        message: `Invalid '${path}.description': string too long. Expected a string with maximum length ${dialect.limits.description}, but got a string with length ${length} instead.`,
        param: `${path}.description`,
        code: 'string_above_max_length',
      };
    }
  },
};

export const choiceWithoutTools: ChatRule = {
  id: 'chat/choice-without-tools',
  source: 'reported several times, 2024 to 2026',
  *find(body) {
    if (listValues(body['tools']).length > 0) return;
    for (const key of ['tool_choice', 'parallel_tool_calls']) {
      if (body[key] === undefined) continue;
      yield {
        message: `Invalid value for '${key}': '${key}' is only allowed when 'tools' are specified.`,
        param: key,
      };
    }
  },
};

export const toolChoice: ChatRule = {
  id: 'chat/tool-choice',
  source: LIVE,
  *find({ tools, tool_choice: choice }) {
    if (typeof choice === 'string' && !CHOICES.includes(choice)) {
      yield {
        message: `Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`,
        param: 'tool_choice',
        code: 'invalid_value',
      };
    }
    const { name } = toObject(toObject(choice)['function']);
    const names = [...listFunctions(tools)].map(({ declared }) => declared['name']);
    if (typeof name === 'string' && !names.includes(name)) {
      yield {
        message: `Tool choice '${name}' not found in 'tools' parameter.`,
        param: 'function_call',
      };
    }
  },
};

export const responseSchema: ChatRule = {
  id: 'chat/response-schema',
  source: 'probed with gpt-5.6-terra, 2026',
  *find({ response_format: format }) {
    if (toObject(format)['type'] !== 'json_schema') return;
    const { schema, strict, name } = toObject(toObject(format)['json_schema']);
    if (!FORMAT_NAME.test(toTextOrEmpty(name))) {
      yield {
        message: `Invalid 'response_format.json_schema.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        param: 'response_format.json_schema.name',
        code: 'invalid_value',
      };
    }
    for (const problem of findFormatFaults(toObject(schema), strict === true)) {
      yield {
        message: `Invalid schema for response_format '${toTextOrEmpty(name)}': ${problem}`,
        param: 'response_format',
      };
    }
  },
};
