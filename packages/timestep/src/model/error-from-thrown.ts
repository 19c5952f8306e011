import { isAnswerTooLarge, retryAfterMs } from '../http/index.ts';
import { ModelError, type ModelErrorCode, type ModelErrorDetails } from './model-error.ts';

/** The model that was called, as error messages name it. */
export interface Called {
  readonly provider: string;
  readonly model: string;
  /** What to look at when the key is refused, such as the name of its environment variable. */
  readonly keyHint?: string;
  /** Takes secrets out of what a provider answered. */
  readonly redact?: (text: string) => string;
}

/** The fields that errors of providers, streams and sockets may have. */
interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  readonly url: string | undefined;
  readonly retryable: boolean | undefined;
  readonly networkCode: string | undefined;
  readonly tooLarge: boolean;
}

const LONGEST_DETAIL = 500;

/** How many characters of an answer are searched for known sentences. */
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

/** Turns any error of a provider package into one with a stable code and a useful sentence. */
export function errorFromThrown(thrown: unknown, called: Called, now: number): ModelError {
  const seen = see(thrown);
  const { code, sentence, retryable } = judge(seen, called);
  const detail = (called.redact ?? ((text) => text))(seen.message.slice(0, LONGEST_DETAIL).trim());
  const wait = seen.headers && retryAfterMs(seen.headers, now);
  const details: ModelErrorDetails = { retryable, retryAfterMs: wait, status: seen.status };
  const pause =
    code === 'rate-limited' && wait !== undefined
      ? ` and asks for a pause of ${Math.ceil(wait / 1000)} s`
      : '';
  return new ModelError(code, `${sentence}${pause}${detail && `: ${detail}`}`, details);
}

interface Judgement {
  readonly code: ModelErrorCode;
  readonly sentence: string;
  readonly retryable: boolean;
}

function judge(seen: Thrown, called: Called): Judgement {
  const { provider, model } = called;
  if (seen.status === undefined || seen.status < 400) return judgeWithoutStatus(seen, called);
  const { status, retryable } = seen;
  const told = `${seen.message} ${seen.body}`.slice(0, LONGEST_SEARCHED);
  const final = (code: ModelErrorCode, sentence: string): Judgement => ({
    code,
    sentence: `${sentence} (${status})`,
    retryable: false,
  });
  if (status === 401 || status === 403 || (status === 400 && NO_KEY.test(told))) {
    const check = called.keyHint === undefined ? '' : `; check ${called.keyHint}`;
    return final('unauthorized', `${provider} refused the key or its permissions${check}`);
  }
  if (status === 429 || status === 402) {
    return status === 402 || NO_QUOTA.test(told)
      ? final('rate-limited', `${provider} says that the account's quota is used up`)
      : { code: 'rate-limited', sentence: `${provider} limits the rate (429)`, retryable: true };
  }
  if (status === 413 || (status < 500 && CONTEXT_LENGTH.test(told))) {
    return final('context-length', `the transcript is too long for ${model} at ${provider}`);
  }
  if (status === 404 || (status === 400 && NO_MODEL.test(told))) {
    const where = seen.url === undefined ? '' : ` (${placeOf(seen.url)})`;
    return final('model-not-found', `${provider}${where} has no model ${model}`);
  }
  if (status === 408) {
    return { code: 'timeout', sentence: `${provider} gave up waiting (408)`, retryable: true };
  }
  if (status === 409 || status >= 500) {
    return {
      code: 'provider-error',
      sentence: `${provider} failed (${status})`,
      retryable: retryable ?? true,
    };
  }
  return final('bad-request', `${provider} did not accept the request for ${model}`);
}

function judgeWithoutStatus(seen: Thrown, { provider, model }: Called): Judgement {
  const where = seen.url === undefined ? provider : `${provider} at ${placeOf(seen.url)}`;
  if (seen.tooLarge) {
    const sentence = `${where} sent an answer that is too large`;
    return { code: 'provider-error', sentence, retryable: false };
  }
  if (seen.networkCode !== undefined && UNREACHABLE.has(seen.networkCode)) {
    const sentence = `cannot reach ${where} (${seen.networkCode}); is it running, and is the base URL right?`;
    return { code: 'unreachable', sentence, retryable: true };
  }
  if (seen.networkCode !== undefined) {
    const sentence = `the connection to ${where} broke (${seen.networkCode})`;
    return { code: 'unreachable', sentence, retryable: true };
  }
  if (seen.name === 'AI_UnsupportedFunctionalityError' || seen.name === 'AI_InvalidPromptError') {
    return { code: 'bad-request', sentence: `${model} cannot take this`, retryable: false };
  }
  if (seen.name === 'AI_InvalidResponseDataError') {
    const sentence = `${provider} sent a reply that is broken or breaks off`;
    return { code: 'provider-error', sentence, retryable: true };
  }
  const sentence =
    seen.status === undefined
      ? `${provider} failed`
      : `${where} answered with something that is not a reply of a model`;
  return { code: 'provider-error', sentence, retryable: seen.retryable ?? false };
}

function see(thrown: unknown): Thrown {
  const fields = isObject(thrown) ? thrown : {};
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : undefined);
  const status = [fields['statusCode'], fields['status'], fields['code']]
    .map(Number)
    .find(isStatus);
  return {
    name: text('name') ?? '',
    message: text('message') ?? (typeof thrown === 'string' ? thrown : ''),
    status,
    headers: isObject(fields['responseHeaders'])
      ? (fields['responseHeaders'] as Record<string, string>)
      : undefined,
    body: text('responseBody') ?? '',
    url: text('url'),
    retryable: typeof fields['isRetryable'] === 'boolean' ? fields['isRetryable'] : undefined,
    networkCode: networkCodeOf(thrown),
    tooLarge: isAnswerTooLarge(thrown),
  };
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value < 600;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The code of the socket's error, however deeply it is wrapped. */
function networkCodeOf(thrown: unknown): string | undefined {
  for (
    let error = thrown, depth = 0;
    isObject(error) && depth < 8;
    error = error['cause'], depth++
  ) {
    const code = error['code'];
    if (typeof code === 'string' && /^(E[A-Z]{3,}|UND_ERR_)/.test(code)) return code;
  }
  return undefined;
}

/** Origin and path; a query could hold a key. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'its URL';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
