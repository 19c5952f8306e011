import { isJsonObject, parseJson } from '#core';
import { listItemsOrEmptyObjects, listValues, toObject, toTextOrEmpty } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';

const PENALTIES = ['presence_penalty', 'frequency_penalty'];

/** In tests, a model with this text in its name cannot call tools. */
export const WITHOUT_TOOLS = 'no-tools';

export const deepSeekRules: readonly ChatRule[] = [
  {
    id: 'deepseek/reasoning-missing',
    source: 'source of @ai-sdk/deepseek 3.0.56; openclaw issue 73417',
    *find({ messages, thinking }, { model }) {
      const isOff = toObject(thinking)['type'] === 'disabled';
      if (isOff || !/deepseek-(v4|v3\.2|flash|pro|reasoner)/.test(model)) return;
      for (const { role, tool_calls: calls, reasoning_content: text } of listItemsOrEmptyObjects(
        messages,
      )) {
        if (role !== 'assistant' || calls === undefined || typeof text === 'string') continue;
        yield {
          message:
            'The `reasoning_content` in the thinking mode must be passed back to the API: Missing `reasoning_content` field.',
        };
      }
    },
  },
  {
    id: 'deepseek/call-arguments',
    source: 'agno-agi/agno issue 8880',
    *find({ messages }) {
      for (const { tool_calls: calls } of listItemsOrEmptyObjects(messages)) {
        for (const call of listItemsOrEmptyObjects(calls)) {
          const { arguments: args } = toObject(call['function']);
          if (isJsonObject(parseJson(toTextOrEmpty(args)))) continue;
          yield { message: 'invalid tool call arguments' };
        }
      }
    },
  },
];

/**
 * The only values of these settings that reasoning models accept. The values of the two penalties are
 * inferred.
 */
const FIXED_SAMPLING = [
  ['temperature', 1],
  ['top_p', 1],
  ['presence_penalty', 0],
  ['frequency_penalty', 0],
] as const;
const THINKING_KIMI = /kimi-(k2\.[5-9]|k3|k2-thinking)/;

export const moonshotRules: readonly ChatRule[] = [
  {
    id: 'moonshot/reasoning-missing',
    source: 'mastra-ai/mastra issue 12592; MoonshotAI/kimi-agent-sdk issue 169',
    *find({ messages }, { model }) {
      if (!THINKING_KIMI.test(model)) return;
      for (const [at, message] of listItemsOrEmptyObjects(messages).entries()) {
        const { tool_calls: calls, reasoning_content: text } = message;
        if (message['role'] !== 'assistant' || calls === undefined || toTextOrEmpty(text) !== '')
          continue;
        yield {
          message: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
        };
      }
    },
  },
  {
    id: 'moonshot/sampling',
    source: 'lsdefine/GenericAgent pull request 30: all values but one are refused',
    *find(body, { model }) {
      if (!THINKING_KIMI.test(model)) return;
      for (const [key, fixed] of FIXED_SAMPLING) {
        if (body[key] === undefined || body[key] === fixed) continue;
        yield { message: `invalid ${key}: only ${fixed} is allowed for this model` };
      }
    },
  },
  {
    id: 'moonshot/forced-choice',
    source: 'simstudioai/sim pull request 5716, 2026-07',
    *find({ tool_choice: choice }, { model }) {
      if (!THINKING_KIMI.test(model)) return;
      if (choice !== 'required' && !isJsonObject(choice)) return;
      yield { message: "tool_choice 'required' is incompatible with thinking enabled" };
    },
  },
  {
    id: 'moonshot/tool-type',
    source: 'list of providers by @ai-sdk/moonshotai 3.0.60',
    *find({ tools }) {
      for (const { type } of listItemsOrEmptyObjects(tools)) {
        if (type === 'function' || type === 'plugin') continue;
        yield { message: `unknown tool type: ${toTextOrEmpty(type)}` };
      }
    },
  },
];

export const groqRules: readonly ChatRule[] = [
  {
    id: 'groq/reasoning-content',
    source: 'janhq/jan issue 8136, 2026-05',
    *find({ messages }) {
      for (const [at, { reasoning_content: text }] of listItemsOrEmptyObjects(messages).entries()) {
        if (text === undefined) continue;
        yield {
          message: `'messages.${at}' : for 'role:assistant' the following must be satisfied[('messages.${at}' : property 'reasoning_content' is unsupported)]`,
        };
      }
    },
  },
];

const CEREBRAS = { param: 'validation_error', code: 'wrong_api_format' };

export const cerebrasRules: readonly ChatRule[] = [
  {
    id: 'cerebras/reasoning-content',
    source: 'CherryHQ/cherry-studio issue 16790, 2026-07',
    *find({ messages }) {
      for (const [at, { reasoning_content: text }] of listItemsOrEmptyObjects(messages).entries()) {
        if (text === undefined) continue;
        yield {
          ...CEREBRAS,
          message: `body.messages.${at}.assistant.reasoning_content: property 'body.messages.${at}.assistant.reasoning_content' is unsupported`,
        };
      }
    },
  },
  {
    id: 'cerebras/two-fields',
    source: 'reported of max_tokens with max_completion_tokens, and of tools with response_format',
    *find(body) {
      const pairs = [
        ['max_tokens', 'max_completion_tokens'],
        ['tools', 'response_format'],
      ] as const;
      for (const [one, other] of pairs) {
        if (body[one] === undefined || body[other] === undefined) continue;
        yield { ...CEREBRAS, message: `"${one}" is incompatible with "${other}"` };
      }
    },
  },
  {
    id: 'cerebras/image',
    source: 'reported several times',
    *find({ messages }) {
      for (const { content } of listItemsOrEmptyObjects(messages)) {
        if (listItemsOrEmptyObjects(content).every(({ type }) => type !== 'image_url')) continue;
        yield { ...CEREBRAS, message: "Content type 'image_url' is not supported." };
      }
    },
  },
];

export const xaiRules: readonly ChatRule[] = [
  {
    id: 'xai/unsupported-setting',
    source: 'NativeTavern issue 83, 2026-09; NousResearch/hermes-agent pull request 23435',
    *find(body, { model }) {
      const reasons = /grok-(3-mini|4|5)/.test(model) && !model.includes('non-reasoning');
      const hasEffort = /grok-(3-mini|4\.20-multi-agent|4\.[356](?!\d))/.test(model);
      const refused = [
        ...PENALTIES,
        ...(reasons ? ['stop'] : []),
        ...(hasEffort ? [] : ['reasoning_effort']),
      ];
      for (const key of refused) {
        if (body[key] === undefined) continue;
        const name = key.replace(/_(\w)/, (_found, letter: string) => letter.toUpperCase());
        yield { message: `Argument not supported on this model: ${name}` };
      }
    },
  },
];

const ZAI = { code: '1214' };

export const zaiRules: readonly ChatRule[] = [
  {
    id: 'zai/no-user',
    source: 'anomalyco/opencode issue 2557',
    *find({ messages }) {
      if (listItemsOrEmptyObjects(messages).some(({ role }) => role === 'user')) return;
      yield {
        ...ZAI,
        message: 'The messages parameter is illegal. Please check the documentation.',
      };
    },
  },
  {
    id: 'zai/role',
    source: 'reported of the role developer',
    *find({ messages }) {
      if (listItemsOrEmptyObjects(messages).every(({ role }) => role !== 'developer')) return;
      yield { ...ZAI, message: 'Incorrect role information' };
    },
  },
  {
    id: 'zai/tool-type',
    source: 'reported of tools that are no functions',
    *find({ tools }) {
      if (listItemsOrEmptyObjects(tools).every(({ type }) => type === 'function')) return;
      yield { ...ZAI, message: 'tools[0].type: Input should be function' };
    },
  },
  {
    id: 'zai/temperature',
    source: 'reported of temperatures above 1',
    *find({ temperature }) {
      if (typeof temperature !== 'number' || temperature <= 1) return;
      yield { ...ZAI, message: 'temperature must be from 0 to 1' };
    },
  },
];

export const openRouterRules: readonly ChatRule[] = [
  {
    id: 'openrouter/no-tools',
    source: 'texts of OpenRouter for models without a route to tools',
    *find({ tools }, { model }) {
      if (listValues(tools).length === 0 || !model.includes(WITHOUT_TOOLS)) return;
      yield { message: 'No endpoints found that support tool use.', status: 404 };
    },
  },
  {
    id: 'openrouter/developer',
    source: 'earendil-works/pi, api/openai-completions.ts',
    *find({ messages }, { model }) {
      if (/^(openai|anthropic)\//.test(model)) return;
      if (listItemsOrEmptyObjects(messages).every(({ role }) => role !== 'developer')) return;
      yield { message: 'Provider returned error' };
    },
  },
];

export const togetherRules: readonly ChatRule[] = [
  {
    id: 'together/unsupported',
    source: 'earendil-works/pi, api/openai-completions.ts',
    *find({ messages, reasoning_effort: effort, store }) {
      const hasDeveloper = listItemsOrEmptyObjects(messages).some(
        ({ role }) => role === 'developer',
      );
      if (hasDeveloper) yield { message: "Invalid role 'developer'", param: 'messages' };
      if (effort !== undefined || store !== undefined) {
        yield { message: 'Input validation error: unknown field' };
      }
    },
  },
];
