import { isJsonObject, type Message, type RefusalAdvice, type RequestPart } from '#core';
import type { ModelErrorCode } from '../model-error.ts';
import { findPartsAtPath } from './refused-parts.ts';
import { findRefusedPaths, findRefusedToolName, isSettingRefused } from './refused-path.ts';

/** The request that failed. */
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
 * Reads what a provider refused from the exception of a failed model call, which may hold the body of
 * the request. Undefined: it refused no part of the conversation.
 */
export function readRefusal(
  code: ModelErrorCode,
  thrown: unknown,
  { messages, tools, toToolName }: SentRequest,
): RefusalAdvice | undefined {
  const reason = REASONS[code];
  if (reason === undefined) return undefined;
  const { message, responseBody, requestBodyValues } = toFields(thrown);
  const text = [message, responseBody]
    .filter((one) => typeof one === 'string')
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
  if (reason !== 'content') return { reason, ...readTokenCounts(text) };
  if (isSettingRefused(text)) return undefined;
  const placed = findRefusedPaths(text).flatMap((path) =>
    findPartsAtPath(messages, requestBodyValues, path, toToolName),
  );
  const named = toToolName(findRefusedToolName(text) ?? '');
  const parts: readonly RequestPart[] =
    placed.length === 0 && tools.includes(named) ? [{ tool: named }] : placed;
  const keep = readLongestText(text);
  if (keep === undefined) return { reason, parts };
  return { reason, parts: parts.map((part) => ('tool' in part ? part : { ...part, keep })) };
}

/** Texts whose limit is lower, such as ids and names, are not cut. */
const MIN_KEPT_TEXT = 1000;

/** Room for the note that stands in place of what is cut. */
const NOTE_LENGTH = 300;

/** Reads the number of characters that a text may have which a provider refused for its length. */
function readLongestText(text: string): number | undefined {
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

function toFields(thrown: unknown): ExceptionFields {
  if (isJsonObject(thrown)) return thrown;
  return { message: typeof thrown === 'string' ? thrown : '' };
}

/** Numbers below are no windows of models, but statuses and the like. */
const MIN_TOKENS = 500;

/** Reads the window of the model and the size of the request: the first two numbers of a refusal. */
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
