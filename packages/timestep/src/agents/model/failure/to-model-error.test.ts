import { inspect } from 'node:util';
import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { toModelError } from './to-model-error.ts';
import type { CalledModel } from './failure-kinds.ts';
import type { ModelError } from '../model-error.ts';

const called: CalledModel = { provider: 'openai', model: 'gpt-x', keyHint: 'OPENAI_API_KEY' };
const now = Date.parse('2026-11-20T12:00:00Z');

function answered(
  statusCode: number,
  message = '',
  rest: Partial<ConstructorParameters<typeof APICallError>[0]> = {},
): ModelError {
  const url = 'https://api.openai.com/v1/responses?key=secret';
  const requestBodyValues = { prompt: 'private words' };
  const error = new APICallError({ url, requestBodyValues, statusCode, message, ...rest });
  return toModelError(error, called, now);
}

describe('toModelError', () => {
  it.each([
    [401, 'Incorrect API key', 'unauthorized', false],
    [403, 'no permission', 'forbidden', false],
    [400, 'API key not valid. Please pass a valid API key.', 'unauthorized', false],
    [402, 'out of credits', 'out-of-credit', false],
    [429, 'slow down', 'rate-limited', true],
    [404, 'no such model', 'model-not-found', false],
    [400, 'nope/1 is not a valid model ID', 'model-not-found', false],
    [400, 'The provided model identifier is invalid.', 'model-not-found', false],
    [400, "This model's maximum context length is 8192 tokens", 'context-length', false],
    [400, 'prompt is too long: 9 tokens > 8 maximum', 'context-length', false],
    [413, 'too large', 'request-too-large', false],
    [408, 'timeout', 'timeout', true],
    [409, 'conflict', 'overloaded', true],
    [400, 'unknown field', 'bad-request', false],
    [422, 'unprocessable', 'bad-request', false],
    [500, 'oops', 'provider-error', true],
    [529, 'overloaded', 'overloaded', true],
  ])('%i %s is %s', (status, message, code, retryable) => {
    expect(answered(status, message)).toMatchObject({ code, retryable, status });
  });

  it('takes a refusal without a word for a window that is too small, if the request is long', () => {
    const ask = (length: number, responseBody = ''): ModelError =>
      answered(400, 'Bad Request', {
        requestBodyValues: { prompt: 'a'.repeat(length) },
        responseBody,
      });
    expect(ask(20_000)).toMatchObject({ code: 'context-length' });
    expect(ask(100)).toMatchObject({ code: 'bad-request' });
    expect(ask(20_000, '{"error":{}}')).toMatchObject({ code: 'bad-request' });
  });

  it('tells a text that is too long from a request that is', () => {
    const ask = (message: string): ModelError =>
      answered(400, message, {
        responseBody: JSON.stringify({ error: { message, code: 'string_above_max_length' } }),
      });
    expect(ask('The messages are too long.')).toMatchObject({ code: 'context-length' });
    expect(ask("Invalid 'messages[1].content': string too long.")).toMatchObject({
      code: 'bad-request',
    });
  });

  it('says what happened and what to look at', () => {
    expect(answered(401, 'bad key').message).toBe(
      'openai refused the key; check OPENAI_API_KEY (401): bad key',
    );
    expect(answered(404).message).toBe(
      'openai (https://api.openai.com/v1/responses) has no model gpt-x (404)',
    );
    const limited = answered(429, 'slow down', { responseHeaders: { 'retry-after': '2' } });
    expect(limited.message).toBe('openai rate limit exceeded (429), retry after 2 s: slow down');
    expect(limited.retryAfterMs).toBe(2000);
  });

  it.each([
    ['Request too large on tokens per min (TPM): Limit 30000, Requested 30601.', 'limit-too-low'],
    ['Rate limit reached on tokens per min: Limit 30000, Requested 2000.', 'rate-limited'],
  ])('judges a limit in the middle of a stream by its numbers: %s', (message, code) => {
    const frame = { type: 'error', code: 'rate_limit_exceeded', message };
    expect(toModelError(frame, called, now)).toMatchObject({ code });
  });

  it('looks into the body where the message says nothing', () => {
    const responseBody = '{"error":{"code":"context_length_exceeded"}}';
    expect(answered(400, 'Bad Request', { responseBody }).code).toBe('context-length');
  });

  it('reads errors that come inside a stream', () => {
    const quota = { message: 'no quota', code: 'insufficient_quota', statusCode: 429 };
    expect(toModelError(quota, called, now).code).toBe('out-of-credit');
    const plain = { message: 'Rate limited', code: 429 };
    expect(toModelError(plain, called, now).code).toBe('rate-limited');
    expect(toModelError('gone', called, now)).toMatchObject({
      code: 'provider-error',
      message: 'openai failed: gone',
      retryable: true,
      maxAttempts: 2,
    });
  });

  it('tells a server that is not there from a connection that broke', () => {
    const url = 'http://localhost:11434/v1/chat/completions';
    const failed = (code: string) => {
      const cause = Object.assign(new Error(code), { code });
      const error = new APICallError({ message: 'x', url, requestBodyValues: {}, cause });
      return toModelError(error, called, now);
    };
    expect(failed('ECONNREFUSED')).toMatchObject({
      code: 'unreachable',
      retryable: true,
      message: expect.stringContaining(`cannot reach openai at ${url}`) as string,
    });
    expect(failed('ECONNRESET')).toMatchObject({
      code: 'unreachable',
      retryable: true,
      message: expect.stringContaining('was lost (ECONNRESET)') as string,
    });
  });

  it('calls a page that is no API what it is', () => {
    expect(answered(200, 'Invalid JSON response')).toMatchObject({
      code: 'provider-error',
      retryable: true,
      maxAttempts: 2,
      message: expect.stringContaining('not a model reply') as string,
    });
  });

  it('repeats nothing that the AI SDK refuses to ask', () => {
    for (const name of ['AI_LoadSettingError', 'AI_NoSuchModelError', 'AI_InvalidArgumentError']) {
      const error = Object.assign(new Error('no region'), { name });
      expect(toModelError(error, called, now)).toMatchObject({ retryable: false });
    }
  });

  it('passes on what a model cannot take', () => {
    const error = new UnsupportedFunctionalityError({ functionality: 'video' });
    expect(toModelError(error, called, now)).toMatchObject({ code: 'bad-request' });
  });

  it('holds neither keys nor prompts', () => {
    const redact = (text: string) => text.replaceAll('sk-1', '[key]');
    const error = new APICallError({
      url: 'https://api.example/v1?key=sk-1',
      requestBodyValues: { prompt: 'private words' },
      statusCode: 401,
      message: 'Incorrect API key provided: sk-1',
      responseHeaders: { 'x-echo': 'sk-1' },
      responseBody: 'sk-1',
    });
    const told = toModelError(error, { ...called, redact }, now);
    expect(told.message).toContain('provided: [key]');
    for (const text of [inspect(told, { depth: 9 }), JSON.stringify(told), String(told.stack)]) {
      expect(text).not.toContain('sk-1');
      expect(text).not.toContain('private words');
    }
  });

  it('cuts what a provider says at length', () => {
    expect(answered(500, 'x'.repeat(5000)).message.length).toBeLessThan(600);
  });
});

it('limits how often a failure is repeated of which nothing is known', () => {
  const unknown = Object.assign(new Error('bad port'), { isRetryable: true });
  expect(toModelError(unknown, called, now)).toMatchObject({
    code: 'provider-error',
    retryable: true,
    maxAttempts: 3,
  });
  expect(answered(503).maxAttempts).toBeUndefined();
});
