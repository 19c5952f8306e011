import { buildOpenAiError, type FailureRow } from './failure-row.fixture.ts';

const named = (provider: string, model: string) => ({ provider, model });
const AZURE = named('Azure OpenAI', 'azure/m');
// Vertex answers as Gemini does, whose package is always installed.
const VERTEX = named('Vertex AI', 'google/m');
const MISTRAL = named('Mistral', 'mistral/m');
const GROQ = named('Groq', 'groq/m');
const XAI = named('xAI', 'xai/m');
const DEEPSEEK = named('DeepSeek', 'deepseek/m');
const CEREBRAS = named('Cerebras', 'cerebras/m');
const MOONSHOT = named('Moonshot', 'moonshot/m');
const ZAI = named('Z.ai', 'zai/m');

/** Providers whose error bodies no source describes, so that their status must be enough. */
const UNDESCRIBED = [
  CEREBRAS,
  MOONSHOT,
  ZAI,
  named('Together', 'together/m'),
  named('Fireworks', 'fireworks/m'),
  named('Hugging Face', 'huggingface/m'),
  named('NVIDIA', 'nvidia/m'),
  named('GitHub Models', 'github/m'),
];

function listPlainFailures(provider: Pick<FailureRow, 'provider' | 'model'>): FailureRow[] {
  return [
    {
      ...provider,
      isAssumed: true,
      failure: 'limit per minute',
      status: 429,
      headers: { 'retry-after': '4' },
      body: { error: { message: 'Too many requests' } },
      code: 'rate-limited',
      retryAfterS: 4,
    },
    {
      ...provider,
      isAssumed: true,
      failure: 'key refused',
      status: 401,
      body: { error: { message: 'Unauthorized' } },
      code: 'unauthorized',
    },
    {
      ...provider,
      isAssumed: true,
      failure: 'overloaded',
      status: 503,
      body: { error: { message: 'Service unavailable' } },
      code: 'overloaded',
    },
  ];
}

/** Error responses of hosted providers with the protocols of OpenAI and Gemini. */
export const HOSTED_PROVIDER_FAILURES: readonly FailureRow[] = [
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
    ...AZURE,
    failure: 'limit per minute',
    isAssumed: true,
    status: 429,
    headers: { 'retry-after-ms': '2000' },
    body: buildOpenAiError('Requests have exceeded the rate limit of your tier.', null, '429'),
    code: 'rate-limited',
    retryAfterS: 2,
  },
  {
    ...AZURE,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: buildOpenAiError('Access denied due to invalid subscription key.', null, '401'),
    code: 'unauthorized',
  },
  {
    ...VERTEX,
    failure: 'shared capacity used up',
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'Resource exhausted, please try again later.',
        status: 'RESOURCE_EXHAUSTED',
      },
    },
    code: 'overloaded',
  },
  {
    ...VERTEX,
    failure: 'credentials refused',
    isAssumed: true,
    status: 401,
    body: {
      error: { code: 401, message: 'Invalid credentials.', status: 'UNAUTHENTICATED' },
    },
    code: 'unauthorized',
  },
  {
    ...VERTEX,
    failure: 'project without access',
    isAssumed: true,
    status: 403,
    body: {
      error: { code: 403, message: 'Permission denied.', status: 'PERMISSION_DENIED' },
    },
    code: 'forbidden',
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
    ...MISTRAL,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: { message: 'Unauthorized', request_id: 'r' },
    code: 'unauthorized',
  },
  {
    ...MISTRAL,
    failure: 'no credit',
    isAssumed: true,
    status: 402,
    body: { object: 'error', message: 'Payment required', type: 'payment_required', code: null },
    code: 'out-of-credit',
  },
  {
    ...MISTRAL,
    failure: 'overloaded',
    isAssumed: true,
    status: 503,
    body: {
      object: 'error',
      message: 'Service unavailable',
      type: 'service_unavailable',
      code: null,
    },
    code: 'overloaded',
  },
  {
    ...MISTRAL,
    failure: 'messages in a wrong order',
    status: 400,
    body: {
      object: 'error',
      message: "Unexpected role 'user' after role 'tool'",
      type: 'invalid_request_message_order',
      code: '3230',
    },
    code: 'bad-request',
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
    ...GROQ,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: buildOpenAiError('Invalid API Key', 'invalid_request_error', 'invalid_api_key'),
    code: 'unauthorized',
  },
  {
    ...GROQ,
    failure: 'transcript too long',
    status: 400,
    body: buildOpenAiError(
      'Please reduce the length of the messages or completion.',
      'invalid_request_error',
      'context_length_exceeded',
    ),
    code: 'context-length',
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
    ...XAI,
    failure: 'limit per minute',
    isAssumed: true,
    status: 429,
    body: { code: 'Too many requests', error: 'Your team has sent too many requests.' },
    code: 'rate-limited',
  },
  {
    ...XAI,
    failure: 'transcript too long',
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    },
    code: 'context-length',
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
    ...DEEPSEEK,
    failure: 'key refused',
    isAssumed: true,
    status: 401,
    body: buildOpenAiError('Authentication Fails', 'authentication_error', 'invalid_request_error'),
    code: 'unauthorized',
  },
  {
    ...DEEPSEEK,
    failure: 'overloaded',
    isAssumed: true,
    status: 503,
    body: buildOpenAiError('Service is too busy', 'service_unavailable_error', null),
    code: 'overloaded',
  },
  {
    ...CEREBRAS,
    failure: 'field that the API does not know',
    status: 400,
    body: {
      message: "property 'reasoning_content' is unsupported",
      type: 'invalid_request_error',
      param: 'validation_error',
      code: 'wrong_api_format',
    },
    code: 'bad-request',
  },
  {
    ...MOONSHOT,
    failure: 'transcript too long',
    status: 400,
    body: buildOpenAiError(
      'Your request exceeded model token limit: 262144 (requested: 300000)',
      'invalid_request_error',
      null,
    ),
    code: 'context-length',
  },
  {
    ...ZAI,
    failure: 'messages of a wrong form',
    status: 400,
    body: { error: { code: '1214', message: 'The messages parameter is illegal.' } },
    code: 'bad-request',
  },
  ...UNDESCRIBED.flatMap(listPlainFailures),
];
