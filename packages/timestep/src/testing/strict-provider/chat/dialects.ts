import { createPrefixedIdMaker } from '../server/create-call-id.ts';
import type { ChatDialect, ChatRule } from './chat-facts.ts';
import {
  buildCodedError,
  buildFlatError,
  buildLlamaCppError,
  buildMistralError,
  buildTextError,
  buildVllmError,
  buildXaiError,
} from './error-bodies.ts';
import {
  cerebrasRules,
  deepSeekRules,
  groqRules,
  moonshotRules,
  openRouterRules,
  togetherRules,
  xaiRules,
  zaiRules,
} from './hosted-rules.ts';
import { llamaCppRules, lmStudioRules, ollamaRules, vllmRules } from './local-rules.ts';
import { mistralRules } from './mistral-rules.ts';
import { HOSTED_RULES, LOCAL_RULES, OPENAI, OPENAI_LIMITS } from './openai-dialect.ts';

/** Name of a server that speaks Chat Completions. `compatible` is any other server. */
export type ChatDialectName =
  | 'openai'
  | 'azure'
  | 'mistral'
  | 'groq'
  | 'xai'
  | 'deepseek'
  | 'moonshot'
  | 'cerebras'
  | 'together'
  | 'fireworks'
  | 'zai'
  | 'openrouter'
  | 'ollama'
  | 'lmstudio'
  | 'vllm'
  | 'llamacpp'
  | 'compatible';

const REASONING = { reasoningField: 'reasoning_content' };

function createHostedDialect(
  rules: readonly ChatRule[],
  facts: Partial<ChatDialect> = {},
): ChatDialect {
  return { ...OPENAI, ...REASONING, rules: [...HOSTED_RULES, ...rules], ...facts };
}

function createLocalDialect(
  rules: readonly ChatRule[],
  facts: Partial<ChatDialect> = {},
): ChatDialect {
  return { ...OPENAI, ...REASONING, rules: [...LOCAL_RULES, ...rules], ...facts };
}

const mistral = createHostedDialect(mistralRules, {
  buildErrorBody: buildMistralError,
  createCallId: (seed, _name, index) => `${seed.slice(0, 8)}${index % 10}`,
  describeOverflow: (tokens, window) => ({
    message: `Prompt contains ${tokens} tokens, too large for model with ${window} maximum context length`,
  }),
});

const xai = createHostedDialect(xaiRules, {
  limits: { ...OPENAI_LIMITS, tools: 200 },
  buildErrorBody: buildXaiError,
  describeOverflow: (tokens, window) => ({
    message: `This model's maximum prompt length is ${window} but the request contains ${tokens} tokens.`,
  }),
});

/** Servers that speak Chat Completions, by name. */
export const CHAT_DIALECTS: Readonly<Record<ChatDialectName, ChatDialect>> = {
  openai: OPENAI,
  azure: { ...OPENAI, limits: { ...OPENAI_LIMITS, description: 1024 } },
  mistral,
  groq: createHostedDialect(groqRules, {
    reasoningField: 'reasoning',
    describeOverflow: () => ({
      message: 'Please reduce the length of the messages or completion.',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  }),
  xai,
  deepseek: createHostedDialect(deepSeekRules),
  moonshot: createHostedDialect(moonshotRules, {
    createCallId: (_seed, name, index) => `functions.${name}:${index}`,
    describeOverflow: (tokens, window) => ({
      message: `Invalid request: Your request exceeded model token limit: ${window} (requested: ${tokens})`,
    }),
  }),
  cerebras: createHostedDialect(cerebrasRules, {
    reasoningField: 'reasoning',
    buildErrorBody: buildFlatError,
    describeOverflow: () => ({ message: '' }),
  }),
  together: createHostedDialect(togetherRules),
  fireworks: createHostedDialect([], { stream: { repeatsIds: true } }),
  zai: createHostedDialect(zaiRules, { buildErrorBody: buildCodedError }),
  openrouter: createHostedDialect(openRouterRules, {
    reasoningField: 'reasoning',
    buildErrorBody: buildCodedError,
  }),
  ollama: createLocalDialect(ollamaRules, {
    reasoningField: 'reasoning',
    stream: { index: 'zero', wholeArguments: true },
    describeOverflow: undefined,
  }),
  lmstudio: createLocalDialect(lmStudioRules, {
    buildErrorBody: buildTextError,
    describeOverflow: (_tokens, window) => ({
      message: `The number of tokens to keep from the initial prompt is greater than the context length (${window}).`,
    }),
  }),
  vllm: createLocalDialect(vllmRules, {
    createCallId: createPrefixedIdMaker('chatcmpl-tool-'),
    buildErrorBody: buildVllmError,
  }),
  llamacpp: createLocalDialect(llamaCppRules, {
    buildErrorBody: buildLlamaCppError,
    describeOverflow: () => ({
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
    }),
  }),
  compatible: createHostedDialect([]),
};
