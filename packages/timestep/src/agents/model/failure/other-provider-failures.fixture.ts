import type { JsonObject } from '#core';
import { buildOpenAiError, type FailureRow } from './failure-row.fixture.ts';

const BEDROCK = { provider: 'Bedrock', model: 'bedrock/model-x' };
const OPENROUTER = { provider: 'OpenRouter', model: 'openrouter/a/b' };
const asCompatible = (provider: string) => ({ provider, model: 'openai-compatible/m' });
const AZURE = asCompatible('Azure OpenAI');
const MISTRAL = asCompatible('Mistral');
const GROQ = asCompatible('Groq');
const XAI = asCompatible('xAI');
const DEEPSEEK = asCompatible('DeepSeek');
const OLLAMA = asCompatible('Ollama');
const VLLM = asCompatible('vLLM');
const LLAMA_CPP = asCompatible('llama.cpp');

function openrouter(code: number, message: string, metadata: JsonObject): JsonObject {
  return { error: { code, message, metadata } };
}

/** Error responses of Bedrock, gateways and servers that imitate OpenAI. */
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
    ...AZURE,
    failure: 'content filter',
    status: 400,
    body: {
      error: {
        message: "The response was filtered due to the prompt triggering Azure's policy.",
        type: null,
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
    code: 'refused',
  },
  {
    ...AZURE,
    failure: 'high demand',
    status: 429,
    headers: { 'retry-after-ms': '1500' },
    body: buildOpenAiError('System is experiencing high demand.', null, '429'),
    code: 'overloaded',
    retryAfterS: 1.5,
  },
  {
    ...AZURE,
    failure: 'unknown deployment',
    status: 404,
    body: buildOpenAiError('The API deployment does not exist.', null, 'DeploymentNotFound'),
    code: 'model-not-found',
  },
  {
    ...MISTRAL,
    failure: 'limit per minute',
    status: 429,
    body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' },
    code: 'rate-limited',
  },
  {
    ...MISTRAL,
    failure: 'invalid request of FastAPI',
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] },
    code: 'bad-request',
  },
  {
    ...MISTRAL,
    failure: 'unknown model',
    status: 400,
    body: { object: 'error', message: 'Invalid model: m', type: 'unknown_model', code: '1500' },
    code: 'model-not-found',
  },
  {
    ...GROQ,
    failure: 'limit per minute',
    status: 429,
    headers: { 'retry-after': '7' },
    body: buildOpenAiError(
      'Rate limit reached for model m on tokens per minute (TPM): Limit 6000, Used 5000, Requested 1500. Please try again in 7s.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'rate-limited',
    retryAfterS: 7,
  },
  {
    ...GROQ,
    failure: 'one request over the limit per minute',
    status: 413,
    body: buildOpenAiError(
      'Request too large for model m on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'limit-too-low',
  },
  {
    ...GROQ,
    failure: 'flex capacity exceeded',
    status: 498,
    body: buildOpenAiError('Capacity exceeded', null, 'capacity_exceeded'),
    code: 'overloaded',
  },
  {
    ...XAI,
    failure: 'no credit',
    status: 403,
    body: {
      code: 'permission-denied',
      error:
        'Your team has either used all available credits or reached its monthly spending limit.',
    },
    code: 'out-of-credit',
  },
  {
    ...XAI,
    failure: 'no credit, older form',
    status: 429,
    body: {
      code: 'Some resource has been exhausted',
      error: 'Your team has used all available credits or reached its monthly spending limit.',
    },
    code: 'out-of-credit',
  },
  {
    ...XAI,
    failure: 'key refused',
    status: 400,
    body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided' },
    code: 'unauthorized',
  },
  {
    ...DEEPSEEK,
    failure: 'no credit',
    status: 402,
    body: buildOpenAiError('Insufficient Balance', 'unknown_error', 'invalid_request_error'),
    code: 'out-of-credit',
  },
  {
    ...DEEPSEEK,
    failure: 'rate or concurrency',
    status: 429,
    body: buildOpenAiError('Rate limit reached', 'rate_limit', null),
    code: 'rate-limited',
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
    ...asCompatible('A gateway'),
    failure: 'a page instead of an error',
    status: 502,
    body: '<html>Bad gateway: the upstream is overloaded</html>',
    code: 'provider-error',
  },
];
