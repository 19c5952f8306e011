import { isJsonObject, type Message, type RefusalAdvice, type RequestPart } from '#core';
import type { ModelErrorCode } from '../model-error.ts';
import { findPartsAtPath } from './refused-parts.ts';
import { parseRefusedPaths, findRefusedToolName, isSettingRefused } from './refused-path.ts';

/** A model request that the provider refused, as it was sent. */
export interface SentRequest {
  readonly messages: readonly Message[];
  /** Names of the tools as the agent received them. */
  readonly tools: readonly string[];
  readonly toToolName: (name: string) => string;
}

const REASONS: Readonly<Partial<Record<ModelErrorCode, RefusalAdvice['reason']>>> = {
  'context-length': 'length',
  'request-too-large': 'size',
  'bad-request': 'content',
};

const MAX_TEXT_LENGTH = 10_000;

/**
 * Determines which part of the conversation a provider refused, from the exception of a failed
 * model call. Undefined if no part was refused.
 */
export function readRefusal(
  code: ModelErrorCode,
  thrown: unknown,
  { messages, tools, toToolName }: SentRequest,
): RefusalAdvice | undefined {
  const reason = REASONS[code];
  if (reason === undefined) return undefined;
  const { message, responseBody, requestBodyValues } = toExceptionFields(thrown);
  const text = [message, responseBody]
    .filter((one) => typeof one === 'string')
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
  if (reason !== 'content') return { reason, ...readTokenCounts(text) };
  if (isSettingRefused(text)) return undefined;
  const placed = parseRefusedPaths(text).flatMap((path) =>
    findPartsAtPath(messages, requestBodyValues, path, toToolName),
  );
  const named = toToolName(findRefusedToolName(text) ?? '');
  const parts: readonly RequestPart[] =
    placed.length === 0 && tools.includes(named) ? [{ tool: named }] : placed;
  const keep = readMaximumTextLength(text);
  if (keep === undefined) return { reason, parts };
  return { reason, parts: parts.map((part) => ('tool' in part ? part : { ...part, keep })) };
}

/**
 * Minimum limit that is applied by cutting texts. A smaller limit must be about ids or names, which are never
 * cut.
 */
const MIN_KEPT_TEXT = 1000;

/** Number of characters reserved for the note that replaces the cut part. */
const NOTE_LENGTH = 300;

/** Parses the maximum number of characters of a text from the provider's error message. */
function readMaximumTextLength(text: string): number | undefined {
  if (!text.includes('string_above_max_length')) return undefined;
  const [, limit = ''] = /maximum length (\d+)/i.exec(text) ?? [];
  const keep = Number(limit) - NOTE_LENGTH;
  return keep >= MIN_KEPT_TEXT ? keep : undefined;
}

interface ExceptionFields {
  readonly message?: unknown;
  readonly responseBody?: unknown;
  readonly requestBodyValues?: unknown;
}

function toExceptionFields(thrown: unknown): ExceptionFields {
  if (isJsonObject(thrown)) return thrown;
  return { message: typeof thrown === 'string' ? thrown : '' };
}

/** Smaller numbers in error messages are not token counts, but for example HTTP statuses. */
const MIN_TOKENS = 500;

/**
 * Parses the model's context window and the size of the request: the first two numbers in the error
 * message.
 */
export function readTokenCounts(
  text: string,
): Pick<RefusalAdvice, 'limitTokens' | 'requestTokens'> {
  const numbers = [...text.matchAll(/(?<![-\w.])(?:\d{1,3}(?:,\d{3})+|\d{3,8})(?![-\w])/g)]
    .map(([written]) => Number(written.replaceAll(',', '')))
    .filter((number) => number >= MIN_TOKENS);
  const [one, other] = new Set(numbers);
  if (one === undefined) return {};
  if (other === undefined) return { limitTokens: one };
  return { limitTokens: Math.min(one, other), requestTokens: Math.max(one, other) };
}
