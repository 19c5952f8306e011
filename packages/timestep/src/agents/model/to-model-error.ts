import { parseRetryAfterMs } from '#protocols/http';
import { readErrorFields, type ErrorFields } from './error-fields.ts';
import { ModelError, type ModelErrorCode, type ModelErrorDetails } from './model-error.ts';

/** The called model, as error messages name it. */
export interface CalledModel {
  readonly provider: string;
  readonly model: string;
  /** Name of the setting to check if the key is refused. */
  readonly keyHint?: string;
  readonly redact?: (text: string) => string;
}

const LONGEST_DETAIL = 500;

const LONGEST_SEARCHED = 10_000;

const CONTEXT_LENGTH =
  /context.?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|input.{0,20} too long|exceeds the maximum number of tokens/i;
const NO_KEY = /api.?key not valid|invalid.{0,10}api.?key|incorrect api.?key/i;
const NO_MODEL =
  /model.{0,80}(not found|does not exist|not exist|invalid|not supported|unknown)|(invalid|unknown|unsupported|not a valid) model|model_not_found/i;
const NO_QUOTA = /insufficient_quota|exceeded your current quota|billing/i;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function toModelError(thrown: unknown, called: CalledModel, now: number): ModelError {
  const fields = readErrorFields(thrown);
  const { code, sentence, retryable } = classifyError(fields, called);
  const detail = (called.redact ?? ((text) => text))(
    fields.message.slice(0, LONGEST_DETAIL).trim(),
  );
  const wait = fields.headers && parseRetryAfterMs(fields.headers, now);
  const details: ModelErrorDetails = { retryable, retryAfterMs: wait, status: fields.status };
  const pause =
    code === 'rate-limited' && wait !== undefined
      ? `, retry after ${Math.ceil(wait / 1000)} s`
      : '';
  return new ModelError(code, `${sentence}${pause}${detail && `: ${detail}`}`, details);
}

interface ErrorClass {
  readonly code: ModelErrorCode;
  readonly sentence: string;
  readonly retryable: boolean;
}

function toErrorClass(code: ModelErrorCode, sentence: string, retryable = false): ErrorClass {
  return { code, sentence, retryable };
}

function classifyError(fields: ErrorFields, called: CalledModel): ErrorClass {
  const { status } = fields;
  return status === undefined || status < 400
    ? classifyErrorWithoutStatus(fields, called)
    : classifyErrorStatus(status, fields, called);
}

function classifyErrorStatus(
  status: number,
  { message, body, url, retryable = true }: ErrorFields,
  { provider, model, keyHint }: CalledModel,
): ErrorClass {
  const text = `${message} ${body}`.slice(0, LONGEST_SEARCHED);
  if (status === 401 || status === 403 || (status === 400 && NO_KEY.test(text))) {
    const check = keyHint === undefined ? '' : `; check ${keyHint}`;
    const sentence = `${provider} refused the key or its permissions${check} (${status})`;
    return toErrorClass('unauthorized', sentence);
  }
  if (status === 402 || (status === 429 && NO_QUOTA.test(text))) {
    const sentence = `the quota of the ${provider} account is used up (${status})`;
    return toErrorClass('rate-limited', sentence);
  }
  if (status === 429)
    return toErrorClass('rate-limited', `${provider} rate limit exceeded (429)`, true);
  if (status === 413 || (status < 500 && CONTEXT_LENGTH.test(text))) {
    const sentence = `the transcript is too long for ${model} at ${provider} (${status})`;
    return toErrorClass('context-length', sentence);
  }
  if (status === 404 || (status === 400 && NO_MODEL.test(text))) {
    const where = url === undefined ? '' : ` (${removeUrlQuery(url)})`;
    return toErrorClass('model-not-found', `${provider}${where} has no model ${model} (${status})`);
  }
  if (status === 408) return toErrorClass('timeout', `${provider} timed out (408)`, true);
  if (status === 409 || status >= 500)
    return toErrorClass('provider-error', `${provider} failed (${status})`, retryable);
  return toErrorClass('bad-request', `${provider} rejected the request for ${model} (${status})`);
}

function classifyErrorWithoutStatus(
  { name, status, url, networkCode, tooLarge, retryable }: ErrorFields,
  { provider, model }: CalledModel,
): ErrorClass {
  const where = url === undefined ? provider : `${provider} at ${removeUrlQuery(url)}`;
  if (tooLarge) return toErrorClass('provider-error', `${where} sent a response that is too large`);
  if (networkCode !== undefined) {
    const sentence = UNREACHABLE.has(networkCode)
      ? `cannot reach ${where} (${networkCode}); is it running, and is the base URL right?`
      : `the connection to ${where} was lost (${networkCode})`;
    return toErrorClass('unreachable', sentence, true);
  }
  if (name === 'AI_UnsupportedFunctionalityError' || name === 'AI_InvalidPromptError')
    return toErrorClass('bad-request', `${model} does not support this input`);
  if (name === 'AI_InvalidResponseDataError')
    return toErrorClass('provider-error', `${provider} sent an invalid or incomplete reply`, true);
  const sentence =
    status === undefined
      ? `${provider} failed`
      : `${where} sent a response that is not a model reply`;
  return toErrorClass('provider-error', sentence, retryable);
}

/** Removes the query of a URL, because the query may contain a key. */
function removeUrlQuery(url: string): string {
  if (!URL.canParse(url)) return 'its URL';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
