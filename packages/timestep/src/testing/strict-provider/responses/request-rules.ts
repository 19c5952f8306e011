import { LONGEST_STRING } from '../chat/request-rules.ts';
import {
  hasLoneSurrogate,
  listUnknownKeys,
  toObject,
  toTextOrEmpty,
  listTextsWithKeys,
} from '../read-json.ts';
import { estimateRequestTokens } from '../token-count.ts';
import type { ResponsesRule } from './responses-facts.ts';

const LIVE = 'recorded from gpt-5.6-terra, 2026-08-31';
const KNOWN_KEYS = new Set(
  (
    'background context_management conversation include input instructions max_output_tokens max_tool_calls metadata model ' +
    'moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention ' +
    'reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs ' +
    'top_p truncation user'
  ).split(' '),
);
const LONGEST_CACHE_KEY = 64;
const LEAST_OUTPUT = 16;
const REFUSED_WHILE_REASONING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'];
/** Fields of Chat Completions, for which OpenAI Responses has a special error message. */
const NAMED_KEYS = new Set(['messages', 'presence_penalty', 'frequency_penalty']);

export const formRules: readonly ResponsesRule[] = [
  {
    id: 'responses/malformed-text',
    source: 'anomalyco/opencode pull request 13985',
    *find(body) {
      if (!hasLoneSurrogate(body)) return;
      yield {
        message: 'We could not parse the JSON body of your request.',
        code: 'invalid_json',
      };
    },
  },
  {
    id: 'responses/input-missing',
    source: LIVE,
    *find({ input, messages, previous_response_id: previous, prompt, conversation }) {
      if (messages !== undefined) {
        yield {
          message:
            "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.",
          param: 'messages',
          code: 'unsupported_parameter',
        };
      }
      const stored = previous ?? prompt ?? conversation;
      const isEmpty = input === '' || (Array.isArray(input) && input.length === 0);
      if (stored !== undefined || (input != null && !isEmpty)) return;
      const fault = {
        message: "Missing required parameter: 'input'.",
        code: 'missing_required_parameter',
      };
      yield isEmpty ? fault : { ...fault, param: 'input' };
    },
  },
  {
    id: 'responses/unknown-key',
    source: LIVE,
    *find(body) {
      for (const key of listUnknownKeys(body, KNOWN_KEYS)) {
        if (NAMED_KEYS.has(key)) continue;
        yield { message: `Unknown parameter: '${key}'.`, param: key, code: 'unknown_parameter' };
      }
      for (const key of listUnknownKeys(toObject(body['stream_options']), STREAM_OPTIONS)) {
        const param = `stream_options.${key}`;
        yield { message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' };
      }
    },
  },
  {
    id: 'responses/string-length',
    source: 'reported with a 400 of 2026-09-20',
    *find(body) {
      for (const { key, text } of listTextsWithKeys(body)) {
        if (text.length <= LONGEST_STRING) continue;
        yield {
          message: `Invalid '${key}': string too long. Expected a string with maximum length ${LONGEST_STRING}.`,
          param: key,
          code: 'string_above_max_length',
        };
      }
    },
  },
];

const STREAM_OPTIONS = new Set(['include_obfuscation']);

export const settingRules: readonly ResponsesRule[] = [
  {
    id: 'responses/output-limit',
    source: LIVE,
    *find({ max_output_tokens: limit }) {
      if (typeof limit !== 'number' || limit >= LEAST_OUTPUT) return;
      yield {
        message: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${LEAST_OUTPUT}, but got ${limit} instead.`,
        param: 'max_output_tokens',
        code: 'integer_below_min_value',
      };
    },
  },
  {
    id: 'responses/sampling',
    source: LIVE,
    *find(body, { reasons }) {
      for (const key of reasons ? REFUSED_WHILE_REASONING : []) {
        if (body[key] === undefined) continue;
        yield {
          message: `Unsupported parameter: '${key}' is not supported with this model.`,
          param: key,
        };
      }
      if (!reasons || body['top_logprobs'] === undefined) return;
      yield {
        message: "Unsupported parameter: 'top_logprobs' is not supported with this model.",
        param: 'top_logprobs',
        code: 'unsupported_parameter',
      };
    },
  },
  {
    id: 'responses/cache-key-length',
    source: LIVE,
    *find({ prompt_cache_key: key }) {
      const { length } = toTextOrEmpty(key);
      if (length <= LONGEST_CACHE_KEY) return;
      yield {
        message: `Invalid 'prompt_cache_key': string too long. Expected a string with maximum length ${LONGEST_CACHE_KEY}, but got a string with length ${length} instead.`,
        param: 'prompt_cache_key',
        code: 'string_above_max_length',
      };
    },
  },
];

export const overWindow: ResponsesRule = {
  id: 'responses/over-window',
  source: 'docstrings of openai 3.57.0: truncation is disabled by default',
  *find(body, { window }) {
    if (window === undefined || body['truncation'] === 'auto') return;
    if (estimateRequestTokens(body) <= window) return;
    yield {
      message:
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
      param: 'input',
      code: 'context_length_exceeded',
    };
  },
};
