import type { JsonObject } from '#core';
import { buildOpenAiError, type FailureRow } from './failure-row.fixture.ts';

const OPENAI = { provider: 'OpenAI', model: 'openai/gpt-x' };
const ANTHROPIC = { provider: 'Anthropic', model: 'anthropic/claude-x' };
const GEMINI = { provider: 'Gemini', model: 'google/gemini-x' };

const QUOTA_SENTENCE =
  'You exceeded your current quota, please check your plan and billing details.';

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

/** Error responses of OpenAI, Anthropic and Gemini. */
export const LARGE_PROVIDER_FAILURES: readonly FailureRow[] = [
  {
    ...OPENAI,
    failure: 'limit per minute',
    status: 429,
    headers: { 'retry-after': '1' },
    body: buildOpenAiError(
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
    body: buildOpenAiError(
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
    body: buildOpenAiError('Slow down.', null, 'slow_down'),
    code: 'rate-limited',
  },
  {
    ...OPENAI,
    failure: 'one request over the limit per minute, with separators',
    status: 429,
    body: buildOpenAiError(
      'Request too large for gpt-x on tokens per min (TPM): Limit 30,000, Requested 30,601.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'limit-too-low',
  },
  {
    ...OPENAI,
    failure: 'tokens per minute, with separators',
    status: 429,
    body: buildOpenAiError(
      'Rate limit reached for gpt-x on tokens per min (TPM): Limit 1,000,000, Used 990,000, Requested 20,000.',
      'tokens',
      'rate_limit_exceeded',
    ),
    code: 'rate-limited',
  },
  {
    ...OPENAI,
    failure: 'a limit of 0',
    status: 429,
    body: buildOpenAiError(
      'Rate limit reached for gpt-x on requests per min (RPM): Limit 0, Used 0, Requested 1.',
      'requests',
      'rate_limit_exceeded',
    ),
    code: 'limit-too-low',
  },
  {
    ...OPENAI,
    failure: 'one request over the limit per minute',
    status: 429,
    body: buildOpenAiError(
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
    body: buildOpenAiError(
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
    body: buildOpenAiError(QUOTA_SENTENCE, 'insufficient_quota', 'credit_balance_exhausted'),
    code: 'out-of-credit',
  },
  {
    ...OPENAI,
    failure: 'no credit, older form',
    status: 429,
    body: buildOpenAiError(QUOTA_SENTENCE, 'insufficient_quota', 'insufficient_quota'),
    code: 'out-of-credit',
  },
  {
    ...OPENAI,
    failure: 'spend limit of a project',
    status: 429,
    body: buildOpenAiError('Project limit reached.', 'spend_limit', 'project_spend_limit_exceeded'),
    code: 'spend-limit',
  },
  {
    ...OPENAI,
    failure: 'key refused',
    status: 401,
    body: buildOpenAiError(
      'Incorrect API key provided: sk-1.',
      'invalid_request_error',
      'invalid_api_key',
    ),
    code: 'unauthorized',
  },
  {
    ...OPENAI,
    failure: 'country refused',
    status: 403,
    body: buildOpenAiError(
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
    body: buildOpenAiError(
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
    body: buildOpenAiError('Overloaded.', 'service_unavailable_error', 'server_is_overloaded'),
    code: 'overloaded',
  },
  {
    ...OPENAI,
    failure: 'internal error',
    status: 500,
    body: buildOpenAiError('The server had an error.', 'server_error', null),
    code: 'provider-error',
  },
  {
    ...OPENAI,
    failure: 'conversation in use',
    status: 409,
    body: buildOpenAiError('Another process is operating.', 'conflict', 'conversation_locked'),
    code: 'overloaded',
  },
  {
    ...OPENAI,
    failure: 'transcript too long',
    status: 400,
    body: buildOpenAiError(
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
    body: buildOpenAiError('Blocked.', 'invalid_request_error', 'cyber_policy'),
    code: 'refused',
  },
  {
    ...OPENAI,
    failure: 'invalid request that quotes other words',
    status: 400,
    body: buildOpenAiError(
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
];
