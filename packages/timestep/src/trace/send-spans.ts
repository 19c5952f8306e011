import { isJsonObject, type JsonValue } from '../core/index.ts';
import {
  createTextPieces,
  createWaiting,
  isUnsent,
  pauseFor,
  postText,
  retryAfterMs,
  type TextMemory,
  type PostText,
  type TextPieces,
  type Waiting,
  type WaitingOptions,
} from '../http/index.ts';
import type { Collector } from './collector.ts';
import type { Span } from './span.ts';
import { otlpPieces, type SpanSource } from './spans-to-otlp.ts';

/** How spans are sent. */
export interface SendOptions extends Partial<Pick<WaitingOptions, 'now' | 'pause' | 'patienceMs'>> {
  /** The version of the service. */
  readonly version: string;
  /** Milliseconds that the collector may take to answer. Default 10 seconds. */
  readonly timeoutMs?: number;
  /** Called before each wait for a collector that takes nothing now, with the reason. */
  readonly onWait?: (problem: string) => void;
  readonly post?: PostText;
  /** Memory for the text, which is given back. */
  readonly memory?: TextMemory;
  readonly signal?: AbortSignal;
}

/** What became of spans that were sent. */
export interface SpansSent {
  readonly accepted: number;
  /** Refused by the collector, or not sent. */
  readonly dropped: number;
  /** Why spans were dropped, for the last of them. */
  readonly problem?: string;
}

/** One request holds at most so many spans, and so many bytes of JSON. */
const MOST_SPANS = 512;
const MOST_BYTES = 4 * 1024 * 1024;

const ANSWER_LIMIT = 64 * 1024;
const MOST_OF_REASON = 200;
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_PATIENCE_MS = 30_000;

/**
 * The statuses after which spans are sent again. OTLP allows 502 and 504 as well, but behind a gateway the
 * collector may have the spans already.
 */
const AGAIN: readonly number[] = [429, 503];

/**
 * Sends the spans that have ended, as OTLP/JSON over HTTP. A request is sent again only where the collector
 * asks for that or certainly has not received it: a span arrives at most once. Rejects with the reason of
 * `signal` only.
 */
export async function sendSpans(
  spans: readonly Span[],
  collector: Collector,
  options: SendOptions,
): Promise<SpansSent> {
  const source = { service: collector.service, version: options.version };
  const { now = Date.now, pause = pauseFor, patienceMs = DEFAULT_PATIENCE_MS, signal } = options;
  const waiting = createWaiting({ patienceMs, now, pause, signal });
  const all: SpansSent[] = [];
  const ended = spans.filter(({ endedAt }) => endedAt !== undefined);
  for (let at = 0; at < ended.length; at += MOST_SPANS) {
    for (const { body, count } of bodiesOf(
      ended.slice(at, at + MOST_SPANS),
      source,
      options.memory,
    )) {
      const problem = `a span is longer than ${MOST_BYTES} bytes`;
      const sent =
        body === undefined
          ? { accepted: 0, dropped: count, problem }
          : await sendBody(body, count, collector, { ...options, now }, waiting);
      all.push(sent);
    }
  }
  const problem = all.findLast((one) => one.problem !== undefined)?.problem;
  return {
    accepted: all.reduce((sum, { accepted }) => sum + accepted, 0),
    dropped: all.reduce((sum, { dropped }) => sum + dropped, 0),
    ...(problem !== undefined && { problem }),
  };
}

/** Spans as bodies of requests; without a body where one span is too large. Half a batch is made of a large one. */
function* bodiesOf(
  spans: readonly Span[],
  source: SpanSource,
  memory: TextMemory | undefined,
): Generator<{ readonly body: TextPieces | undefined; readonly count: number }> {
  const pieces = otlpPieces(spans, source, createTextPieces(memory));
  if (pieces.bytes() <= MOST_BYTES) {
    yield { body: pieces, count: spans.length };
    return;
  }
  pieces.release();
  if (spans.length === 1) yield { body: undefined, count: 1 };
  else {
    const half = Math.ceil(spans.length / 2);
    yield* bodiesOf(spans.slice(0, half), source, memory);
    yield* bodiesOf(spans.slice(half), source, memory);
  }
}

async function sendBody(
  body: TextPieces,
  count: number,
  { url, headers }: Collector,
  options: SendOptions & Pick<WaitingOptions, 'now'>,
  waiting: Waiting,
): Promise<SpansSent> {
  const { post = postText, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const dropped = (problem: string): SpansSent => ({ accepted: 0, dropped: count, problem });
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
        waiting.reached();
        return partlyIn(answer.text, count);
      }
      problem = `the collector answered ${answer.status}`;
      if (!AGAIN.includes(answer.status)) return dropped(problem);
      const wait = answer.headers['retry-after'];
      againMs = retryAfterMs({ 'retry-after': wait }, options.now());
    } catch (thrown) {
      signal?.throwIfAborted();
      if (timeout.aborted) return dropped(`the collector gave no answer within ${timeoutMs} ms`);
      problem = 'the collector cannot be reached';
      if (!isUnsent(thrown)) return dropped(`${problem}, or broke the connection off`);
    }
    options.onWait?.(problem);
    try {
      await waiting.afterFailure(new Error(problem), againMs);
    } catch {
      signal?.throwIfAborted();
      return dropped(problem);
    }
  }
}

/** Reads `partialSuccess` (OTLP/HTTP, partial success): such spans must not be sent again. */
function partlyIn(text: string, count: number): SpansSent {
  const answer = parsed(text);
  const partial = isJsonObject(answer) ? answer['partialSuccess'] : undefined;
  if (!isJsonObject(partial)) return { accepted: count, dropped: 0 };
  const rejected = Number(partial['rejectedSpans'] ?? 0);
  const dropped = Number.isInteger(rejected) ? Math.min(count, Math.max(0, rejected)) : 0;
  const reason = partial['errorMessage'];
  if (dropped === 0) return { accepted: count, dropped };
  const why = typeof reason === 'string' ? `: ${reason.slice(0, MOST_OF_REASON)}` : '';
  return { accepted: count - dropped, dropped, problem: `the collector refused spans${why}` };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
