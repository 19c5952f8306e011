import { isTransientNetworkError } from '#protocols/http';
import { ModelError } from '../model-error.ts';
import { FAILURE_KINDS, type CalledModel, type FailureCode } from './failure-kinds.ts';
import { findFailureCode } from './failure-rules.ts';
import { readFailureSignals, type FailureSignals } from './failure-signals.ts';

const MAX_DETAIL_LENGTH = 500;

/** Converts a failed model call's exception. `now` is in milliseconds since the epoch. */
export function toModelError(thrown: unknown, called: CalledModel, now: number): ModelError {
  const signals = readFailureSignals(thrown, now);
  const { status, retryAfterMs } = signals;
  const { code, sentence, canPass, maxAttempts } = classifyFailure(signals, called);
  const canRetry = canPass === 'always' || (canPass === 'if-named' && retryAfterMs !== undefined);
  const pause =
    canRetry && retryAfterMs !== undefined
      ? `, retry after ${Math.ceil(retryAfterMs / 1000)} s`
      : '';
  const { redact = (text: string) => text } = called;
  const reason = signals.networkError ? '' : signals.message;
  const detail = redact(reason.slice(0, MAX_DETAIL_LENGTH).trim());
  const message = `${sentence}${pause}${detail && `: ${detail}`}`;
  return new ModelError(code, message, { retryable: canRetry, retryAfterMs, maxAttempts, status });
}

interface Judgment {
  readonly code: FailureCode;
  readonly sentence: string;
  readonly canPass: 'always' | 'if-named' | 'never';
  /** Maximum number of attempts at one model call, including the failed one. Default: no maximum. */
  readonly maxAttempts?: number;
}

/** Maximum number of attempts after an unknown failure, because the failure may persist. */
const MAX_UNKNOWN_ATTEMPTS = 3;

/**
 * Maximum number of attempts after incomplete replies, because each attempt costs a whole reply.
 */
const MAX_CUT_ATTEMPTS = 2;

/** Finds a model call's failure code. Errors in a stream (status 200) are judged by error code. */
function classifyFailure(signals: FailureSignals, called: CalledModel): Judgment {
  const { status, networkCode, networkError, url } = signals;
  const code = (networkCode ?? networkError) === undefined ? findFailureCode(signals) : undefined;
  if (code === undefined) return classifyNetworkOrPackageFailure(signals, called);
  if (code === 'provider-error' && NO_OUTPUT.test(signals.message))
    return createMalformedReplyJudgment(`${called.provider} sent an invalid or incomplete reply`);
  const { canPass, describe } = FAILURE_KINDS[code];
  const where = url === undefined ? '' : ` (${removeUrlQuery(url)})`;
  const shown = status !== undefined && status >= 400 ? ` (${status})` : '';
  return { code, canPass, sentence: `${describe(called, where)}${shown}` };
}

/** Error text of the AI SDK, with status 500, for a response that is not a Responses API object. */
const NO_OUTPUT = /^Responses API returned no output$/;

function createMalformedReplyJudgment(sentence: string): Judgment {
  return { code: 'provider-error', canPass: 'always', sentence, maxAttempts: MAX_CUT_ATTEMPTS };
}

/** AI SDK exceptions caused by the request, which would occur again. */
const ABOUT_REQUEST = /^AI_(Load|No|Invalid(Argument|Prompt)|Unsupported|TooMany)/;

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Finds the failure code of a model call that failed in the network or in the AI SDK. */
function classifyNetworkOrPackageFailure(
  { exception, status, url, networkCode, networkError, isTooLarge, isRetryable }: FailureSignals,
  { provider, model }: CalledModel,
): Judgment {
  const where = url === undefined ? provider : `${provider} at ${removeUrlQuery(url)}`;
  if (isTooLarge) {
    const sentence = `${where} sent a response that is too large`;
    return { code: 'provider-error', canPass: 'never', sentence };
  }
  if (networkError) {
    const sentence = `cannot reach ${where}: ${networkError.message}`;
    const canPass = isTransientNetworkError(networkError) ? 'always' : 'never';
    return { code: 'unreachable', canPass, sentence };
  }
  if (networkCode !== undefined) {
    const sentence = UNREACHABLE.has(networkCode)
      ? `cannot reach ${where} (${networkCode}); is it running, and is the base URL right?`
      : `the connection to ${where} was lost (${networkCode})`;
    return { code: 'unreachable', canPass: 'always', sentence };
  }
  switch (exception) {
    case 'AI_UnsupportedFunctionalityError':
    case 'AI_InvalidPromptError':
      return {
        code: 'bad-request',
        canPass: 'never',
        sentence: `${model} does not support this input`,
      };
    case 'AI_InvalidResponseDataError':
    case 'AI_EmptyResponseBodyError':
    case 'AI_JSONParseError':
    case 'AI_TypeValidationError':
      return createMalformedReplyJudgment(`${provider} sent an invalid or incomplete reply`);
    default: {
      const sentence =
        status === undefined
          ? `${provider} failed`
          : `${where} sent a response that is not a model reply`;
      // The status was a success, but the response was invalid, or its stream could not be read.
      const isOfReply = status === undefined ? !ABOUT_REQUEST.test(exception) : status < 300;
      if (isOfReply && !isRetryable) return createMalformedReplyJudgment(sentence);
      const canPass = isRetryable ? 'always' : 'never';
      const maxAttempts = MAX_UNKNOWN_ATTEMPTS;
      return { code: 'provider-error', canPass, sentence, maxAttempts };
    }
  }
}

/** Removes the query of a URL, because the query may contain a key. */
function removeUrlQuery(url: string): string {
  if (!URL.canParse(url)) return 'its URL';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
