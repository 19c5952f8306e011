import { isJsonObject, omitUndefined, parseJson } from '#core';
import {
  createTextPieceCollector,
  createRetryWait,
  findNetworkError,
  isUnsent,
  pauseOnRealClock,
  postText,
  parseRetryAfterMs,
  type TextBufferPool,
  type PostText,
  type TextPieces,
  type RetryWait,
  type RetryWaitOptions,
} from '#protocols/http';
import type { Collector } from './collector.ts';
import type { Span } from './span.ts';
import { writeOtlp, type SpanSource } from './spans-to-otlp.ts';

/** Options for sending spans. */
export interface SendOptions extends Partial<
  Pick<RetryWaitOptions, 'now' | 'pause' | 'patienceMs'>
> {
  readonly version: string;
  /** Milliseconds to wait for the response of the collector. Default: 10 seconds. */
  readonly timeoutMs?: number;
  readonly onWait?: (problem: string) => void;
  readonly post?: PostText;
  readonly memory?: TextBufferPool;
  readonly signal?: AbortSignal;
}

/** The result of sending spans. */
export interface SendResult {
  readonly accepted: number;
  readonly dropped: number;
  readonly problem?: string;
}

const MAX_SPANS = 512;
const MAX_BYTES = 4 * 1024 * 1024;

const ANSWER_LIMIT = 64 * 1024;
const MAX_REASON_LENGTH = 200;
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_PATIENCE_MS = 30_000;

/**
 * HTTP statuses after which a request is retried. 502 and 504 are missing, because the spans may
 * have arrived.
 */
const RETRY_STATUSES: readonly number[] = [429, 503];

/** Sends ended spans as OTLP/JSON, each at most once. Rejects only with the reason of `signal`. */
export async function sendSpans(
  spans: readonly Span[],
  collector: Collector,
  options: SendOptions,
): Promise<SendResult> {
  const source = { service: collector.service, version: options.version };
  const { now = Date.now, pause = pauseOnRealClock, signal } = options;
  const { patienceMs = DEFAULT_PATIENCE_MS } = options;
  const waiting = createRetryWait({ patienceMs, now, pause, signal });
  let [accepted, dropped] = [0, 0];
  let problem: string | undefined;
  const ended = spans.filter(({ endedAt }) => endedAt !== undefined);
  for (let at = 0; at < ended.length; at += MAX_SPANS) {
    const batch = ended.slice(at, at + MAX_SPANS);
    for (const { body, count } of splitSpansIntoBodies(batch, source, options.memory)) {
      const sent = body
        ? await sendBody(body, count, collector, { ...options, now }, waiting)
        : { accepted: 0, dropped: count, problem: `a span is longer than ${MAX_BYTES} bytes` };
      accepted += sent.accepted;
      dropped += sent.dropped;
      problem = sent.problem ?? problem;
    }
  }
  return omitUndefined({ accepted, dropped, problem });
}

/** Splits spans into request bodies. Omits a single span that is too large. */
function* splitSpansIntoBodies(
  spans: readonly Span[],
  source: SpanSource,
  memory: TextBufferPool | undefined,
): Generator<{ readonly body: TextPieces | undefined; readonly count: number }> {
  const pieces = writeOtlp(spans, source, createTextPieceCollector(memory));
  if (pieces.countBytes() <= MAX_BYTES) {
    yield { body: pieces, count: spans.length };
    return;
  }
  pieces.release();
  if (spans.length === 1) yield { body: undefined, count: 1 };
  else {
    const half = Math.ceil(spans.length / 2);
    yield* splitSpansIntoBodies(spans.slice(0, half), source, memory);
    yield* splitSpansIntoBodies(spans.slice(half), source, memory);
  }
}

async function sendBody(
  body: TextPieces,
  count: number,
  { url, headers }: Collector,
  options: SendOptions & Pick<RetryWaitOptions, 'now'>,
  waiting: RetryWait,
): Promise<SendResult> {
  const { post = postText, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const toDropped = (problem: string): SendResult => ({ accepted: 0, dropped: count, problem });
  const text = body.end();
  for (;;) {
    const timeout = AbortSignal.timeout(timeoutMs);
    let problem: string;
    let againMs: number | undefined;
    try {
      const answer = await post(url, {
        headers: { ...headers, 'content-type': 'application/json' },
        text,
        answerLimit: ANSWER_LIMIT,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (answer.status >= 200 && answer.status < 300) {
        if (answer.isSent) body.release();
        waiting.reset();
        return parsePartialSuccess(answer.text, count);
      }
      problem = `the collector answered ${answer.status}`;
      if (!RETRY_STATUSES.includes(answer.status)) return toDropped(problem);
      const wait = answer.headers['retry-after'];
      againMs = parseRetryAfterMs({ 'retry-after': wait }, options.now());
    } catch (thrown) {
      signal?.throwIfAborted();
      if (timeout.aborted) return toDropped(`the collector did not respond within ${timeoutMs} ms`);
      const why = findNetworkError(thrown)?.message;
      problem = `the collector cannot be reached${why === undefined ? '' : `: ${why}`}`;
      if (!isUnsent(thrown)) return toDropped(`${problem} or closed the connection`);
    }
    options.onWait?.(problem);
    try {
      await waiting.waitAfterFailure(new Error(problem), againMs);
    } catch {
      signal?.throwIfAborted();
      return toDropped(problem);
    }
  }
}

/** Parses a partial success (OTLP/HTTP). Rejected spans must not be sent again. */
function parsePartialSuccess(text: string, count: number): SendResult {
  const answer = parseJson(text);
  const partial = isJsonObject(answer) ? answer['partialSuccess'] : undefined;
  if (!isJsonObject(partial)) return { accepted: count, dropped: 0 };
  const rejected = Number(partial['rejectedSpans'] ?? 0);
  const dropped = Number.isInteger(rejected) ? Math.min(count, Math.max(0, rejected)) : 0;
  const reason = partial['errorMessage'];
  if (dropped === 0) return { accepted: count, dropped };
  const why = typeof reason === 'string' ? `: ${reason.slice(0, MAX_REASON_LENGTH)}` : '';
  return { accepted: count - dropped, dropped, problem: `the collector rejected spans${why}` };
}
