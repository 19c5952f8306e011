import type { JsonObject } from '#core';
import { buildOpenAiError, type FailureRow } from './failure-row.fixture.ts';

const BEDROCK = { provider: 'Bedrock', model: 'bedrock/model-x' };
const OPENROUTER = { provider: 'OpenRouter', model: 'openrouter/a/b' };
const asCompatible = (provider: string) => ({ provider, model: 'openai-compatible/m' });
const OLLAMA = { provider: 'Ollama', model: 'ollama/m' };
const LM_STUDIO = { provider: 'LM Studio', model: 'lmstudio/m' };
const VLLM = { provider: 'vLLM', model: 'vllm/m' };
const LLAMA_CPP = { provider: 'llama.cpp', model: 'llamacpp/m' };

function openrouter(code: number, message: string, metadata: JsonObject): JsonObject {
  return { error: { code, message, metadata } };
}

/** Error responses of Bedrock, gateways and local servers. */
export const OTHER_PROVIDER_FAILURES: readonly FailureRow[] = [
  {
    ...BEDROCK,
    failure: 'limit per minute',
    status: 429,
    headers: { 'x-amzn-errortype': 'ThrottlingException:http://internal' },
    body: { message: 'Too many requests, please wait before trying again.' },
    code: 'rate-limited',
  },
  {
    ...BEDROCK,
    failure: 'limit per day',
    status: 429,
    headers: { 'x-amzn-errortype': 'ThrottlingException' },
    body: { message: 'Too many tokens per day, please wait before trying again.' },
    code: 'quota-used-up',
  },
  {
    ...BEDROCK,
    failure: 'model is loading',
    status: 429,
    headers: { 'x-amzn-errortype': 'ModelNotReadyException' },
    body: { message: 'Model is not ready for inference.' },
    code: 'overloaded',
  },
  {
    ...BEDROCK,
    failure: 'key refused',
    status: 403,
    headers: { 'x-amzn-errortype': 'UnrecognizedClientException' },
    body: { message: 'The security token included in the request is invalid.' },
    code: 'unauthorized',
  },
  {
    ...BEDROCK,
    failure: 'key without access to the model',
    status: 403,
    headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    body: { message: "You don't have access to the model with the specified model ID." },
    code: 'forbidden',
  },
  {
    ...BEDROCK,
    failure: 'unknown model',
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationException' },
    body: { message: 'The provided model identifier is invalid.' },
    code: 'model-not-found',
  },
  {
    ...BEDROCK,
    failure: 'transcript too long',
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationException' },
    body: { message: 'Input is too long for requested model.' },
    code: 'context-length',
  },
  {
    ...BEDROCK,
    failure: 'overloaded',
    status: 503,
    headers: { 'x-amzn-errortype': 'ServiceUnavailableException' },
    body: { message: 'Bedrock is unable to process your request.' },
    code: 'overloaded',
  },
  {
    ...OPENROUTER,
    failure: 'limit per minute upstream',
    status: 429,
    headers: { 'retry-after': '5' },
    body: openrouter(429, 'Provider returned error', { error_type: 'rate_limit_exceeded' }),
    code: 'rate-limited',
    retryAfterS: 5,
  },
  {
    ...OPENROUTER,
    failure: 'no credit',
    status: 402,
    body: openrouter(402, 'Insufficient credits', { limit_source: 'openrouter_credits' }),
    code: 'out-of-credit',
  },
  {
    ...OPENROUTER,
    failure: 'too many requests at once',
    status: 402,
    headers: { 'retry-after': '3' },
    body: openrouter(402, 'In-flight budget', { limit_source: 'openrouter_in_flight_budget' }),
    code: 'rate-limited',
    retryAfterS: 3,
  },
  {
    ...OPENROUTER,
    failure: 'budget of a workspace',
    status: 403,
    body: openrouter(403, 'Budget reached', {
      limit_source: 'openrouter_workspace_budget',
      resets_at: '2020-12-01T00:00:00Z',
    }),
    code: 'spend-limit',
    retryAfterS: 0,
  },
  {
    ...OPENROUTER,
    failure: 'upstream overloaded',
    status: 503,
    body: openrouter(503, 'Provider overloaded', { error_type: 'provider_overloaded' }),
    code: 'overloaded',
  },
  {
    ...OLLAMA,
    failure: 'queue is full',
    status: 503,
    body: { error: 'server busy, please try again. maximum pending requests exceeded' },
    code: 'overloaded',
  },
  {
    ...OLLAMA,
    failure: 'unknown model',
    status: 404,
    body: buildOpenAiError('model "m" not found, try pulling it first', 'api_error', null),
    code: 'model-not-found',
  },
  {
    ...VLLM,
    failure: 'transcript too long',
    status: 400,
    body: {
      object: 'error',
      message: "This model's maximum context length is 8192 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    code: 'context-length',
  },
  {
    ...LLAMA_CPP,
    failure: 'transcript too long',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9000,
        n_ctx: 8192,
      },
    },
    code: 'context-length',
  },
  {
    ...VLLM,
    failure: 'started without a parser of tool calls',
    status: 400,
    body: {
      object: 'error',
      message:
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      code: 400,
    },
    code: 'bad-request',
  },
  {
    ...VLLM,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: { error: 'Unauthorized' },
    code: 'unauthorized',
  },
  {
    ...LLAMA_CPP,
    failure: 'model is loading',
    isAssumed: true,
    status: 503,
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    code: 'overloaded',
  },
  {
    ...LLAMA_CPP,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
    code: 'unauthorized',
  },
  {
    ...LM_STUDIO,
    failure: 'transcript too long',
    status: 400,
    body: {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length.',
    },
    code: 'context-length',
  },
  {
    ...asCompatible('A gateway'),
    failure: 'a page instead of an error',
    status: 502,
    body: '<html>Bad gateway: the upstream is overloaded</html>',
    code: 'provider-error',
  },
];
