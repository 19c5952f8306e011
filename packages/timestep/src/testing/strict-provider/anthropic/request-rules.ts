import type { JsonObject } from '#core';
import {
  hasLoneSurrogate,
  listUnknownKeys,
  listValues,
  toObject,
  toTextOrEmpty,
  listTextsWithKeys,
} from '../read-json.ts';
import type { Fault } from '../refusal.ts';
import { estimateRequestTokens } from '../token-count.ts';
import type { AnthropicRule } from './anthropic-facts.ts';

const LIVE = 'recorded from claude-sonnet-5, 2026-08-31';
const LARGEST_REQUEST = 32 * 1024 * 1024;

/** Required types of the outermost fields. Null and other types are refused. */
const KINDS: Readonly<Record<string, 'object' | 'array' | 'number' | 'text' | 'flag' | 'any'>> = {
  tool_choice: 'object',
  tools: 'array',
  messages: 'array',
  system: 'any',
  thinking: 'object',
  output_config: 'object',
  cache_control: 'object',
  metadata: 'object',
  stop_sequences: 'array',
  temperature: 'number',
  service_tier: 'text',
  top_k: 'number',
  top_p: 'number',
  stream: 'flag',
  container: 'any',
  inference_geo: 'text',
  speed: 'text',
  mcp_servers: 'array',
  context_management: 'object',
  fallbacks: 'any',
};
const WORDS = {
  object: 'Input should be an object',
  array: 'Input should be a valid array',
  number: 'Input should be a valid number',
  text: 'Input should be a valid string',
  flag: 'Input should be a valid boolean',
  any: 'Input should be a valid value',
};
const KNOWN_KEYS = new Set(['model', 'max_tokens', ...Object.keys(KINDS)]);

function isOfKind(value: JsonObject[string], kind: keyof typeof WORDS): boolean {
  switch (kind) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'number':
      return typeof value === 'number';
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'any':
      return value !== null;
  }
}

export const formRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/malformed-text',
    source: 'anthropics/claude-code issues 60394 and 8272, 2025 to 2026',
    *find(body) {
      if (!hasLoneSurrogate(body)) return;
      yield { message: 'The request body is not valid JSON: no low surrogate in string' };
    },
  },
  {
    id: 'anthropic/request-size',
    source: 'badlogic/pi-mono issue 401, 2026-01; the bound of 32 MB is inferred',
    *find(body) {
      let size = 0;
      for (const { text } of listTextsWithKeys(body)) size += text.length;
      if (size <= LARGEST_REQUEST) return;
      const message = 'Request exceeds the maximum size';
      yield { message, type: 'request_too_large', status: 413 };
    },
  },
  {
    id: 'anthropic/field-type',
    source: LIVE,
    *find(body) {
      for (const [key, kind] of Object.entries(KINDS)) {
        const value = body[key];
        if (value === undefined || isOfKind(value, kind)) continue;
        yield { message: `${key}: ${WORDS[kind]}` };
      }
    },
  },
  {
    id: 'anthropic/max-tokens-missing',
    source: LIVE,
    *find({ max_tokens: limit }, { model }) {
      if (limit == null) yield { message: 'max_tokens: Field required' };
      if (typeof limit !== 'number') return;
      if (limit < 0) {
        yield { message: 'max_tokens: Input should be greater than or equal to 0' };
      }
      if (limit > model.maxTokens) {
        yield {
          message: `max_tokens: ${limit} > ${model.maxTokens}, which is the maximum allowed number of output tokens for this model`,
        };
      }
    },
  },
];

export const unknownKey: AnthropicRule = {
  id: 'anthropic/unknown-key',
  source: LIVE,
  *find(body) {
    for (const key of listUnknownKeys(body, KNOWN_KEYS)) {
      yield { message: `${key}: Extra inputs are not permitted` };
    }
  },
};

export const overWindow: AnthropicRule = {
  id: 'anthropic/over-window',
  source: 'anthropics/claude-code issue 12186',
  *find(body, { window }) {
    const tokens = window === undefined ? 0 : estimateRequestTokens(body);
    if (window === undefined || tokens <= window) return;
    yield { message: `prompt is too long: ${tokens} tokens > ${window} maximum` };
  },
};

export const settingRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/thinking-type',
    source: 'docstrings of anthropic 2.14.0; catalog of @ai-sdk/anthropic 4.0.105',
    *find({ thinking, max_tokens: limit }, { model }) {
      const { type, budget_tokens: budget } = toObject(thinking);
      if (type === 'disabled' && model.alwaysThinks) {
        yield { message: 'thinking.type: "disabled" is not supported for this model.' };
      }
      if (type !== 'enabled') return;
      if (!model.budget) {
        yield { message: 'thinking.type: "enabled" is not supported for this model.' };
      }
      if (typeof budget !== 'number' || budget < 1024) {
        yield {
          message: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
        };
      }
      if (typeof limit === 'number' && Number(budget) >= limit) {
        yield { message: '`max_tokens` must be greater than `thinking.budget_tokens`.' };
      }
    },
  },
  {
    id: 'anthropic/forced-choice',
    source: 'mastra-ai/mastra issue 7507, 2025-09',
    *find({ tool_choice: choice, thinking }, { model }) {
      const { type } = toObject(choice);
      if (type !== 'any' && type !== 'tool') return;
      if (model.alwaysThinks) {
        yield { message: 'tool_choice forces tool use, which is not compatible with this model.' };
      }
      if (toObject(thinking)['type'] === 'enabled') {
        yield { message: 'Thinking may not be enabled when tool_choice forces tool use.' };
      }
    },
  },
  {
    id: 'anthropic/sampling',
    source: LIVE,
    *find(body, { model }) {
      yield* findRangeFaults(body);
      const given = ['temperature', 'top_p', 'top_k'].filter((key) => body[key] !== undefined);
      if (model.sampling === 'none' && given.length > 0) {
        yield { message: `\`${toTextOrEmpty(given[0])}\` is deprecated for this model.` };
      }
      const isBoth = given.includes('temperature') && given.includes('top_p');
      if (model.sampling === 'one' && isBoth) {
        yield {
          message:
            '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
        };
      }
      const { temperature, thinking } = body;
      const thinks = toObject(thinking)['type'] === 'enabled';
      if (thinks && temperature !== undefined && temperature !== 1) {
        yield { message: '`temperature` may only be set to 1 when thinking is enabled.' };
      }
    },
  },
];

function* findRangeFaults(body: JsonObject): Generator<Fault> {
  for (const key of ['temperature', 'top_p']) {
    const value = body[key];
    if (typeof value !== 'number' || (value >= 0 && value <= 1)) continue;
    yield { message: `${key}: range: 0..1` };
  }
}

export const blankStop: AnthropicRule = {
  id: 'anthropic/blank-stop-sequence',
  source: 'docstrings of anthropic 2.14.0',
  *find({ stop_sequences: stops }) {
    for (const [at, stop] of listValues(stops).entries()) {
      if (toTextOrEmpty(stop).trim() !== '') continue;
      yield { message: `stop_sequences.${at}: each stop sequence must contain non-whitespace` };
    }
  },
};
