import type { Span } from '../span.ts';
import type { SpanOptions } from '../spans-in-progress.ts';
import { createLosses } from './losses.ts';
import { isSampled } from './sampler.ts';
import { sendingFor, type StartTracingOptions } from './start-tracing.ts';

/** Sends spans that no log keeps, while the process lives. */
export interface SpanSender {
  /** What the spans are to hold. */
  readonly spanOptions: SpanOptions;
  /** Sends them soon, and at most once; returns at once. */
  readonly send: (spans: readonly Span[]) => void;
  /** Waits up to `graceMs` for what was not sent, and gives up the rest. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Spans that may wait for the collector; further ones are counted as lost. */
const MOST_WAITING = 10_000;
const MOST_SPANS = 512;

/**
 * A sender by the same settings as `startTracing`; resolves to `undefined` where nothing is to be sent.
 * Throws `TraceError`.
 */
export async function openSpanSender(
  options: StartTracingOptions,
): Promise<SpanSender | undefined> {
  const { clock, onError } = options;
  const sending = await sendingFor(options);
  if (!sending) return undefined;
  const { sampler, spanOptions, sendWith } = sending;
  const losses = createLosses(clock, onError);
  const stopping = new AbortController();
  const sendBatch = sendWith(losses.noteAway);
  const waiting: Span[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MOST_SPANS);
      const problem = 'the process ended before the collector had taken them';
      const lost = { accepted: 0, dropped: spans.length, problem };
      const { signal } = stopping;
      losses.note(signal.aborted ? lost : await sendBatch(spans, signal).catch(() => lost));
    }
    working = undefined;
  }

  return {
    spanOptions,
    send(spans) {
      const sampled = spans.filter(({ traceId }) => isSampled({ traceId }, sampler));
      const room = MOST_WAITING - waiting.length;
      waiting.push(...sampled.slice(0, room));
      const dropped = Math.max(0, sampled.length - room);
      if (dropped > 0) losses.note({ accepted: 0, dropped, problem: 'too many spans wait' });
      working ??= work();
    },
    async close(graceMs) {
      const callOff = clock.schedule(graceMs, () => stopping.abort());
      await working;
      callOff();
      losses.end();
    },
  };
}
