import { findOpenAiReasoningModel, isModelReasoning } from '../openai-models.ts';
import { listItemsOrEmptyObjects } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';

const LIVE = 'recorded from gpt-5.6-terra, 2026-08-30';
const REFUSED_WITH_STOP = ['stop', 'logit_bias', 'prediction'];
const REFUSED_WHILE_REASONING = [
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
];

/** Settings that reasoning models of OpenAI refuse. */
export const modelRules: readonly ChatRule[] = [
  {
    id: 'chat/max-tokens',
    source: LIVE,
    *find({ max_tokens: limit }, { model }) {
      if (limit === undefined || !findOpenAiReasoningModel(model)) return;
      yield {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: 'max_tokens',
        code: 'unsupported_parameter',
      };
    },
  },
  {
    id: 'chat/sampling',
    source: LIVE,
    *find(body, { model }) {
      if (!isModelReasoning(findOpenAiReasoningModel(model), body['reasoning_effort'])) return;
      for (const key of ['temperature', 'top_p']) {
        if (body[key] === undefined || body[key] === 1) continue;
        yield {
          message: `Unsupported value: '${key}' does not support ${JSON.stringify(body[key])} with this model. Only the default (1) value is supported.`,
          param: key,
          code: 'unsupported_value',
        };
      }
    },
  },
  {
    id: 'chat/unsupported-setting',
    source: LIVE,
    *find(body, { model }) {
      const facts = findOpenAiReasoningModel(model);
      if (!facts) return;
      const reasons = isModelReasoning(facts, body['reasoning_effort']);
      const refused = [
        ...(facts.stop ? [] : REFUSED_WITH_STOP),
        ...(reasons ? REFUSED_WHILE_REASONING : []),
      ];
      for (const key of refused) {
        if (body[key] === undefined) continue;
        yield {
          message: `Unsupported parameter: '${key}' is not supported with this model.`,
          param: key,
          code: 'unsupported_parameter',
        };
      }
    },
  },
  {
    id: 'chat/tools-while-reasoning',
    source: 'BerriAI/litellm pull request 34569, 2026-07',
    *find({ tools, reasoning_effort: effort }, { model }) {
      const facts = findOpenAiReasoningModel(model);
      if (!facts || facts.toolsWhileReasoning || !isModelReasoning(facts, effort)) return;
      if (!listItemsOrEmptyObjects(tools).some(({ type }) => type === 'function')) return;
      yield {
        message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`,
        param: 'reasoning_effort',
      };
    },
  },
  {
    id: 'chat/function-role',
    source: LIVE,
    *find({ messages }, { model }) {
      if (!/^gpt-(5\.[6-9]|6)/.test(model)) return;
      for (const [at, { role }] of listItemsOrEmptyObjects(messages).entries()) {
        if (role !== 'function') continue;
        yield {
          message: "Unsupported value: 'function' is not supported with this model.",
          param: `messages[${at}].role`,
          code: 'unsupported_value',
        };
      }
    },
  },
  {
    id: 'chat/output-limit',
    source: LIVE,
    *find({ max_completion_tokens: limit }) {
      if (typeof limit !== 'number' || limit >= 1) return;
      yield {
        message: `Invalid 'max_completion_tokens': integer below minimum value. Expected a value >= 1, but got ${limit} instead.`,
        param: 'max_completion_tokens',
        code: 'integer_below_min_value',
      };
    },
  },
];
