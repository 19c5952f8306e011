import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '#core';
import { findNetworkError, isAnswerTooLarge, type NetworkError } from '#protocols/http';
import { findRetryHint } from './retry-hint.ts';

/** What the error of a provider, its AI SDK package or the network says about a model call. */
export interface FailureSignals {
  /** HTTP status of the response. Undefined without a response. */
  readonly status: number | undefined;
  /** Codes, reasons and types of the error in lower case, the most specific first. */
  readonly names: readonly string[];
  /** Message of the exception with which the model call failed. */
  readonly message: string;
  /** All messages of the exception and of the error in the response, joined. */
  readonly text: string;
  /** Milliseconds for which the provider asks to wait before the next request, if it says so. */
  readonly retryAfterMs: number | undefined;
  readonly url: string | undefined;
  /** Error code of the socket, such as `ECONNREFUSED`. */
  readonly networkCode: string | undefined;
  /** Problem with the proxy or the certificate, if that is the cause. */
  readonly networkError: NetworkError | undefined;
  /** Name of the exception's class. */
  readonly exception: string;
  readonly isTooLarge: boolean;
  /**
   * Number of characters of a request that was refused without an error message; undefined if there
   * was a message.
   */
  readonly requestOfNoAnswer: number | undefined;
  /** Whether the AI SDK considers the error temporary. Used if nothing else is known. */
  readonly isRetryable: boolean;
}

const MAX_TEXT_LENGTH = 10_000;
const MAX_DEPTH = 8;

/** Reads a failed model call's exception. `now` is in milliseconds since the epoch. */
export function readFailureSignals(thrown: unknown, now: number): FailureSignals {
  const error = toObjectOrEmpty(thrown);
  const body = getErrorOfBody(error);
  const headers = toLowerCaseHeaders(error['responseHeaders']);
  const [message = '', ...others] = [error['message'], thrown].filter(isNonEmptyText);
  const messages = [message, ...others, body, ...listErrorMessages(body)].filter(isNonEmptyText);
  const text = [...new Set(messages)].join(' ').slice(0, MAX_TEXT_LENGTH);
  return {
    status: findHttpStatus(error, toObjectOrEmpty(body)),
    names: listErrorNames(error, body, headers),
    message,
    text,
    retryAfterMs: findRetryHint({ headers, details: listNestedErrors(body), text, now }),
    url: isNonEmptyText(error['url']) ? error['url'] : undefined,
    networkCode: findNetworkCode(thrown),
    networkError: findNetworkError(thrown),
    exception: isNonEmptyText(error['name']) ? error['name'] : '',
    isTooLarge: isAnswerTooLarge(thrown),
    requestOfNoAnswer: body === undefined ? countRequestCharacters(error) : undefined,
    isRetryable: error['isRetryable'] === true,
  };
}

function countRequestCharacters({ requestBodyValues }: JsonObject): number | undefined {
  return requestBodyValues === undefined ? undefined : JSON.stringify(requestBodyValues).length;
}

/**
 * Returns the error in a provider's response. The raw body is preferred to `data`, in which the AI
 * SDK drops fields that its schemas lack. Gemini sends a list with one error.
 */
function getErrorOfBody({ responseBody, data }: JsonObject): JsonValue | undefined {
  const parsed = isNonEmptyText(responseBody) ? (parseJson(responseBody) ?? responseBody) : data;
  return parsed !== undefined && isList(parsed) ? parsed[0] : parsed;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function findHttpStatus(...places: readonly JsonObject[]): number | undefined {
  return places
    .flatMap((place) => [place, toObjectOrEmpty(place['error'])])
    .flatMap(({ statusCode, status, code }) => [statusCode, status, code])
    .map(Number)
    .find((status) => Number.isInteger(status) && status >= 100 && status < 600);
}

/** Fields that hold an error's code, reason or type, the most specific first. */
const NAME_FIELDS = [
  'error_code',
  'reason',
  'quotaId',
  'error_type',
  'limit_source',
  'provider_code',
  'code',
  'type',
  '__type',
  'status',
] as const;

function listErrorNames(
  error: JsonObject,
  body: JsonValue | undefined,
  headers: Readonly<Record<string, string>>,
): string[] {
  const objects = [...listNestedErrors(body), error];
  const names = NAME_FIELDS.flatMap((field) => objects.map((object) => object[field]));
  return [headers['x-amzn-errortype']?.split(':')[0], ...names]
    .filter(isNonEmptyText)
    .map((name) => name.toLowerCase());
}

/** Fields of a provider's error whose objects hold more fields about the error. */
const NESTED_FIELDS = [
  'error',
  'response',
  'details',
  'innererror',
  'metadata',
  'violations',
  'detail',
] as const;

/** Lists the nested objects of a provider's error, innermost first, then the error itself. */
function listNestedErrors(value: JsonValue | undefined, depth = 0): JsonObject[] {
  if (value === undefined || depth > MAX_DEPTH) return [];
  if (isList(value)) return value.slice(0, 20).flatMap((one) => listNestedErrors(one, depth + 1));
  if (!isJsonObject(value)) return [];
  return [...NESTED_FIELDS.flatMap((field) => listNestedErrors(value[field], depth + 1)), value];
}

function listErrorMessages(body: JsonValue | undefined): unknown[] {
  return listNestedErrors(body).flatMap(({ message, msg, error, raw }) => [
    message,
    msg,
    error,
    raw,
  ]);
}

function toLowerCaseHeaders(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(toObjectOrEmpty(value)).filter(
    (entry): entry is [string, string] => isNonEmptyText(entry[1]),
  );
  return Object.fromEntries(entries.map(([name, text]) => [name.toLowerCase(), text]));
}

function toObjectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Finds a network error code in the chain of `cause` fields, up to 8 levels deep. */
function findNetworkCode(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; typeof error === 'object' && error !== null && depth < 8; depth += 1) {
    const code: unknown = 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && /^(E[A-Z]{3,}|UND_ERR_)/.test(code)) return code;
    error = 'cause' in error ? error.cause : undefined;
  }
  return undefined;
}
