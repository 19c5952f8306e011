import type { JsonObject } from '#core';
import { parseRetryAfterMs } from '#protocols/http';

/** Data of a failed model call in which the provider may say how long to wait. */
export interface HintSources {
  /** Headers of the response with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The error in the response body and the objects nested in it. */
  readonly details: readonly JsonObject[];
  readonly text: string;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Finds how many milliseconds a provider asks callers to wait: in headers, in Google's `RetryInfo`,
 * in `resets_at`, or in the error text of OpenAI, Groq or Gemini.
 */
export function findRetryHint({ headers, details, text, now }: HintSources): number | undefined {
  const fromHeaders = parseRetryAfterMs(headers, now);
  if (fromHeaders !== undefined) return fromHeaders;
  for (const { retryDelay, resets_at: resetsAt } of details) {
    const delay = typeof retryDelay === 'string' ? parseDuration(retryDelay) : undefined;
    if (delay !== undefined) return delay;
    const time = parseTimeMs(resetsAt);
    if (time !== undefined) return Math.max(0, time - now);
  }
  const [, duration] = HINT_SENTENCE.exec(text) ?? [];
  return duration === undefined ? undefined : parseDuration(duration);
}

/** Matches texts such as "try again in 1m2.5s" and "Please retry in 39.2s". */
const HINT_SENTENCE = /\b(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function parseDuration(text: string): number | undefined {
  // '1m2s' becomes ['1', 'm', '2', 's', '']: amounts and units in turn, then an empty piece.
  const pieces = text.split(/(ms|[hms])/);
  if (pieces.length < 3 || pieces.at(-1) !== '') return undefined;
  let total = 0;
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    total += Number(pieces[at] || Number.NaN) * (UNITS[pieces[at + 1] ?? ''] ?? 0);
  }
  return Number.isNaN(total) ? undefined : Math.ceil(total);
}

/** Parses a time. Numbers below 10,000,000,000 (the year 2286) are seconds, others milliseconds. */
function parseTimeMs(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Date.parse(String(value));
  if (!Number.isFinite(number) || value === undefined || value === null) return undefined;
  return typeof value === 'number' && value < 1e10 ? value * 1000 : number;
}
