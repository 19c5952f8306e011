import type { JsonObject, JsonValue } from '#core';
import type { FailureCode } from './failure-kinds.ts';

/** A documented or publicly reported error response of a provider, and the code it must get. */
export interface FailureRow {
  /** Provider that sends the error response. */
  readonly provider: string;
  /** Model name by which the request is made. Its part before the slash selects the protocol. */
  readonly model: string;
  readonly failure: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
  readonly code: FailureCode;
  /** Seconds that the provider asks callers to wait. */
  readonly retryAfterS?: number;
}

const OPENAI = { provider: 'OpenAI', model: 'openai/gpt-x' };
const ANTHROPIC = { provider: 'Anthropic', model: 'anthropic/claude-x' };
const GEMINI = { provider: 'Gemini', model: 'google/gemini-x' };
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

const QUOTA_SENTENCE =
  'You exceeded your current quota, please check your plan and billing details.';

/** Error bodies of OpenAI and of the servers that imitate it. */
function openai(message: string, type: string | null, code: string | null): JsonObject {
  return { error: { message, type, code, param: null } };
}

function anthropic(type: string, message: string, errorCode?: string): JsonObject {
  const details = errorCode === undefined ? {} : { details: { error_code: errorCode } };
  return { type: 'error', error: { type, message, ...details }, request_id: 'req_1' };
}

function google(
  code: number,
  status: string,
  message: string,
  details: readonly JsonObject[] = [],
): JsonObject {
  return { error: { code, status, message, details } };
}

function quotaFailure(quotaId: string): JsonObject {
  return { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] };
}

function retryInfo(retryDelay: string): JsonObject {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay };
}

function openrouter(code: number, message: string, metadata: JsonObject): JsonObject {
  return { error: { code, message, metadata } };
}

/** Error responses by provider. `failure-rules.ts` says in which order its rules are tried. */
export const FAILURE_TABLE: readonly FailureRow[] = [
  {
    ...OPENAI,
    failure: 'limit per minute',
    status: 429,
    headers: { 'retry-after': '1' },
    body: openai(
      'Rate limit reached for gpt-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 1s. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'rate-limited',
    retryAfterS: 1,
  },
  {
    ...OPENAI,
    failure: 'limit per minute, pause only in the sentence',
    status: 429,
    body: openai(
      'Rate limit reached. Please try again in 1m2.5s.',
      'requests',
      'rate_limit_exceeded',
    ),
    code: 'rate-limited',
    retryAfterS: 62.5,
  },
  {
    ...OPENAI,
    failure: 'grows too fast',
    status: 429,
    body: openai('Slow down.', null, 'slow_down'),
    code: 'rate-limited',
  },
  {
    ...OPENAI,
    failure: 'one request over the limit per minute',
    status: 429,
    body: openai(
      'Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 30601. The input or output tokens must be reduced in order to run successfully.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'limit-too-low',
  },
  {
    ...OPENAI,
    failure: 'limit per day',
    status: 429,
    headers: { 'retry-after': '7200' },
    body: openai(
      'Rate limit reached for gpt-x on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 2h.',
      'requests',
      'rate_limit_exceeded',
    ),
    code: 'quota-used-up',
    retryAfterS: 7200,
  },
  {
    ...OPENAI,
    failure: 'no credit',
    status: 429,
    body: openai(QUOTA_SENTENCE, 'insufficient_quota', 'credit_balance_exhausted'),
    code: 'out-of-credit',
  },
  {
    ...OPENAI,
    failure: 'no credit, older form',
    status: 429,
    body: openai(QUOTA_SENTENCE, 'insufficient_quota', 'insufficient_quota'),
    code: 'out-of-credit',
  },
  {
    ...OPENAI,
    failure: 'spend limit of a project',
    status: 429,
    body: openai('Project limit reached.', 'spend_limit', 'project_spend_limit_exceeded'),
    code: 'spend-limit',
  },
  {
    ...OPENAI,
    failure: 'key refused',
    status: 401,
    body: openai('Incorrect API key provided: sk-1.', 'invalid_request_error', 'invalid_api_key'),
    code: 'unauthorized',
  },
  {
    ...OPENAI,
    failure: 'country refused',
    status: 403,
    body: openai(
      'Country, region, or territory not supported',
      'request_forbidden',
      'unsupported_country_region_territory',
    ),
    code: 'forbidden',
  },
  {
    ...OPENAI,
    failure: 'unknown model',
    status: 404,
    body: openai(
      'The model `gpt-x` does not exist or you do not have access to it.',
      'invalid_request_error',
      'model_not_found',
    ),
    code: 'model-not-found',
  },
  {
    ...OPENAI,
    failure: 'overloaded',
    status: 503,
    body: openai('Overloaded.', 'service_unavailable_error', 'server_is_overloaded'),
    code: 'overloaded',
  },
  {
    ...OPENAI,
    failure: 'internal error',
    status: 500,
    body: openai('The server had an error.', 'server_error', null),
    code: 'provider-error',
  },
  {
    ...OPENAI,
    failure: 'conversation in use',
    status: 409,
    body: openai('Another process is operating.', 'conflict', 'conversation_locked'),
    code: 'overloaded',
  },
  {
    ...OPENAI,
    failure: 'transcript too long',
    status: 400,
    body: openai(
      'Your input exceeds the context window.',
      'invalid_request_error',
      'context_length_exceeded',
    ),
    code: 'context-length',
  },
  {
    ...OPENAI,
    failure: 'content refused',
    status: 400,
    body: openai('Blocked.', 'invalid_request_error', 'cyber_policy'),
    code: 'refused',
  },
  {
    ...OPENAI,
    failure: 'invalid request that quotes other words',
    status: 400,
    body: openai(
      "Invalid value for 'input[3].output': it contains 'rate limit, quota and billing'.",
      'invalid_request_error',
      'invalid_value',
    ),
    code: 'bad-request',
  },
  {
    ...ANTHROPIC,
    failure: 'limit per minute',
    status: 429,
    headers: { 'retry-after': '12' },
    body: anthropic('rate_limit_error', 'This request would exceed your rate limit.'),
    code: 'rate-limited',
    retryAfterS: 12,
  },
  {
    ...ANTHROPIC,
    failure: 'spend cap of the tier',
    status: 429,
    body: anthropic('rate_limit_error', 'Spend limit reached.', 'enforced_spend_limit_reached'),
    code: 'spend-limit',
  },
  {
    ...ANTHROPIC,
    failure: 'own spend limit',
    status: 400,
    body: anthropic(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
    ),
    code: 'spend-limit',
  },
  {
    ...ANTHROPIC,
    failure: 'no credit',
    status: 402,
    body: anthropic('billing_error', 'Your credit balance is too low.'),
    code: 'out-of-credit',
  },
  {
    ...ANTHROPIC,
    failure: 'no credit, older form',
    status: 400,
    body: anthropic(
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
    ),
    code: 'out-of-credit',
  },
  {
    ...ANTHROPIC,
    failure: 'key refused',
    status: 401,
    body: anthropic('authentication_error', 'invalid x-api-key'),
    code: 'unauthorized',
  },
  {
    ...ANTHROPIC,
    failure: 'key without the permission',
    status: 403,
    body: anthropic('permission_error', 'Your API key does not have permission.'),
    code: 'forbidden',
  },
  {
    ...ANTHROPIC,
    failure: 'unknown model',
    status: 404,
    body: anthropic('not_found_error', 'model: claude-x'),
    code: 'model-not-found',
  },
  {
    ...ANTHROPIC,
    failure: 'overloaded',
    status: 529,
    body: anthropic('overloaded_error', 'Overloaded'),
    code: 'overloaded',
  },
  {
    ...ANTHROPIC,
    failure: 'internal error',
    status: 500,
    body: anthropic('api_error', 'Internal server error'),
    code: 'provider-error',
  },
  {
    ...ANTHROPIC,
    failure: 'timeout',
    status: 504,
    body: anthropic('timeout_error', 'The request timed out.'),
    code: 'timeout',
  },
  {
    ...ANTHROPIC,
    failure: 'transcript too long',
    status: 400,
    body: anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    code: 'context-length',
  },
  {
    ...ANTHROPIC,
    failure: 'too many bytes',
    status: 413,
    body: anthropic('request_too_large', 'Request exceeds the maximum size'),
    code: 'request-too-large',
  },
  {
    ...ANTHROPIC,
    failure: 'invalid request',
    status: 400,
    body: anthropic('invalid_request_error', 'messages.3: tool_use ids must be unique'),
    code: 'bad-request',
  },
  {
    ...GEMINI,
    failure: 'limit per minute',
    status: 429,
    body: google(429, 'RESOURCE_EXHAUSTED', `${QUOTA_SENTENCE} Please retry in 2.4s.`, [
      quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'),
      retryInfo('2.400000000s'),
    ]),
    code: 'rate-limited',
    retryAfterS: 2.4,
  },
  {
    ...GEMINI,
    failure: 'limit per day',
    status: 429,
    body: google(429, 'RESOURCE_EXHAUSTED', QUOTA_SENTENCE, [
      quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
      retryInfo('32400s'),
    ]),
    code: 'quota-used-up',
    retryAfterS: 32_400,
  },
  {
    ...GEMINI,
    failure: 'no allowance for the model',
    status: 429,
    body: google(
      429,
      'RESOURCE_EXHAUSTED',
      `${QUOTA_SENTENCE} Quota exceeded for metric: generate_content_free_tier_requests, limit: 0`,
      [quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryInfo('32400s')],
    ),
    code: 'limit-too-low',
  },
  {
    ...GEMINI,
    failure: 'no credit',
    status: 402,
    body: google(402, 'RESOURCE_EXHAUSTED', 'Prepaid credit is used up.'),
    code: 'out-of-credit',
  },
  {
    ...GEMINI,
    failure: 'key refused',
    status: 400,
    body: google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    code: 'unauthorized',
  },
  {
    ...GEMINI,
    failure: 'country refused',
    status: 400,
    body: google(
      400,
      'FAILED_PRECONDITION',
      'Gemini API free tier is not available in your country.',
    ),
    code: 'forbidden',
  },
  {
    ...GEMINI,
    failure: 'unknown model',
    status: 404,
    body: google(404, 'NOT_FOUND', 'models/gemini-x is not found for API version v1beta'),
    code: 'model-not-found',
  },
  {
    ...GEMINI,
    failure: 'overloaded',
    status: 503,
    body: google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    code: 'overloaded',
  },
  {
    ...GEMINI,
    failure: 'deadline',
    status: 504,
    body: google(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
    code: 'timeout',
  },
  {
    ...GEMINI,
    failure: 'transcript too long',
    status: 400,
    body: google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    code: 'context-length',
  },
  {
    ...GEMINI,
    failure: 'invalid request',
    status: 400,
    body: google(400, 'INVALID_ARGUMENT', 'contents.parts must not be empty.'),
    code: 'bad-request',
  },
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
    body: openai('System is experiencing high demand.', null, '429'),
    code: 'overloaded',
    retryAfterS: 1.5,
  },
  {
    ...AZURE,
    failure: 'unknown deployment',
    status: 404,
    body: openai('The API deployment does not exist.', null, 'DeploymentNotFound'),
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
    body: openai(
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
    body: openai(
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
    body: openai('Capacity exceeded', null, 'capacity_exceeded'),
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
    body: openai('Insufficient Balance', 'unknown_error', 'invalid_request_error'),
    code: 'out-of-credit',
  },
  {
    ...DEEPSEEK,
    failure: 'rate or concurrency',
    status: 429,
    body: openai('Rate limit reached', 'rate_limit', null),
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
    body: openai('model "m" not found, try pulling it first', 'api_error', null),
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
