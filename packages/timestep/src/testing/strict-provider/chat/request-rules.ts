import { estimateRequestTokens } from '../token-count.ts';
import { hasLoneSurrogate, listUnknownKeys, listValues, listTextsWithKeys } from '../read-json.ts';
import type { ChatRule } from './chat-facts.ts';

const KNOWN_KEYS = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ' +
    'metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options ' +
    'prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream ' +
    'stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'
  ).split(' '),
);

/** Maximum number of characters of a string in a request to OpenAI. */
export const LONGEST_STRING = 10_485_760;

export const malformedText: ChatRule = {
  id: 'chat/malformed-text',
  source: 'anomalyco/opencode pull request 13985',
  *find(body) {
    if (hasLoneSurrogate(body))
      yield { message: 'We could not parse the JSON body of your request.' };
  },
};

/** Rule of all dialects: a request must have messages. */
export const messagesMissing: ChatRule = {
  id: 'chat/messages-missing',
  source: 'recorded from gpt-5.6-terra, 2026-08-30',
  *find({ messages }) {
    if (messages === undefined) {
      yield {
        message: "Missing required parameter: 'messages'.",
        param: 'messages',
        code: 'missing_required_parameter',
      };
    } else if (listValues(messages).length === 0) {
      yield {
        message:
          "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        param: 'messages',
        code: 'empty_array',
      };
    }
  },
};

export const overWindow: ChatRule = {
  id: 'chat/over-window',
  source: 'badlogic/pi-mono, utils/overflow.ts',
  *find(body, { dialect, window }) {
    const tokens = window === undefined ? 0 : estimateRequestTokens(body);
    if (window !== undefined && tokens > window && dialect.describeOverflow) {
      yield dialect.describeOverflow(tokens, window);
    }
  },
};

/** Rules of OpenAI for the outermost fields of a request. */
export const openAiRequestRules: readonly ChatRule[] = [
  {
    id: 'chat/model-missing',
    source: 'recorded from gpt-5.6-terra, 2026-08-30',
    *find({ model }) {
      if (model === undefined) yield { message: 'you must provide a model parameter' };
    },
  },
  messagesMissing,
  {
    id: 'chat/unknown-key',
    source: 'recorded from gpt-5.6-terra, 2026-08-30',
    *find(body) {
      for (const key of listUnknownKeys(body, KNOWN_KEYS)) {
        yield {
          message: `Unknown parameter: '${key}'.`,
          param: key,
          code: 'unknown_parameter',
        };
      }
    },
  },
  {
    id: 'chat/string-length',
    source: 'reported with a 400 of 2026-09-20',
    *find(body) {
      for (const { key, text } of listTextsWithKeys(body)) {
        if (text.length <= LONGEST_STRING) continue;
        yield {
          message: `Invalid '${key}': string too long. Expected a string with maximum length ${LONGEST_STRING}, but got a string with length ${text.length} instead.`,
          param: key,
          code: 'string_above_max_length',
        };
      }
    },
  },
];
