import type { Span } from '../span.ts';
import { createLossReporter, createLostSpansResult } from './loss-reporter.ts';
import type { ExportSettings, StartTracingOptions } from './export-settings.ts';
import { pauseUnlessAborted } from './otlp-sender.ts';

export interface SpanQueue {
  /** Sends spans soon and at most once. Returns immediately. */
  readonly send: (spans: readonly Span[]) => void;
  /** Closes the queue. Drops the spans that are not sent within `graceMs` milliseconds. */
  readonly close: (graceMs: number) => Promise<void>;
}

const MAX_QUEUED = 10_000;
const MAX_SPANS = 512;

export interface SpanQueueOptions extends Pick<StartTracingOptions, 'clock' | 'onError'> {
  /** Milliseconds for which a span waits for further spans, to be sent together. Default: 0. */
  readonly pauseMs?: number;
}

/** Creates a queue of spans in memory. A crash loses them. */
export function createSpanQueue(
  { createSend }: Pick<ExportSettings, 'createSend'>,
  { clock, onError, pauseMs = 0 }: SpanQueueOptions,
): SpanQueue {
  const losses = createLossReporter(clock, onError);
  const stopping = new AbortController();
  const sendBatch = createSend(losses.reportUnavailable);
  const waiting: Span[] = [];
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  async function sendWaitingSpans(): Promise<void> {
    const isEarly = pauseMs > 0 && !closing.signal.aborted;
    await (isEarly
      ? pauseUnlessAborted(clock, pauseMs, closing.signal).catch(() => {})
      : undefined);
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MAX_SPANS);
      const lost = createLostSpansResult(spans);
      const { signal } = stopping;
      losses.record(signal.aborted ? lost : await sendBatch(spans, signal).catch(() => lost));
    }
    working = undefined;
  }

  return {
    send(spans) {
      const room = MAX_QUEUED - waiting.length;
      waiting.push(...spans.slice(0, room));
      const dropped = Math.max(0, spans.length - room);
      if (dropped > 0)
        losses.record({ accepted: 0, dropped, problem: 'too many spans are queued' });
      if (waiting.length > 0) working ??= sendWaitingSpans();
    },
    async close(graceMs) {
      const callOff = clock.schedule(graceMs, () => stopping.abort());
      closing.abort();
      await working;
      callOff();
      losses.reportRemaining();
    },
  };
}
