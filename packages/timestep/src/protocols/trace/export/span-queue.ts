import type { Clock } from '#engine/port';
import type { Span } from '../span.ts';
import { createLossReporter, createLostResult } from './loss-reporter.ts';
import type { ExportSettings, StartTracingOptions } from './export-settings.ts';

export interface SpanQueue {
  /** Sends spans soon and at most once. Returns immediately. */
  readonly send: (spans: readonly Span[]) => void;
  /** Closes the queue. Drops the spans that are not sent within `graceMs` milliseconds. */
  readonly close: (graceMs: number) => Promise<void>;
}

const MAX_QUEUED = 10_000;
const MAX_SPANS = 512;

export interface SpanQueueOptions extends Pick<StartTracingOptions, 'clock' | 'onError'> {
  /** Milliseconds that a span waits for further spans. Default: 0. */
  readonly pauseMs?: number;
}

/** Creates a queue of spans in memory, which a crash loses. */
export function createSpanQueue(
  { createSend }: Pick<ExportSettings, 'createSend'>,
  { clock, onError, pauseMs = 0 }: SpanQueueOptions,
): SpanQueue {
  const losses = createLossReporter(clock, onError);
  const stopping = new AbortController();
  const sendBatch = createSend(losses.reportUnavailable);
  const waiting: Span[] = [];
  const pause = createPause(clock, pauseMs);
  let working: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    await pause.pass();
    while (waiting.length > 0) {
      const spans = waiting.splice(0, MAX_SPANS);
      const lost = createLostResult(spans);
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
      if (waiting.length > 0) working ??= sendAll();
    },
    async close(graceMs) {
      const callOff = clock.schedule(graceMs, () => stopping.abort());
      pause.end();
      await working;
      callOff();
      losses.reportRemaining();
    },
  };
}

function createPause(
  clock: Clock,
  ms: number,
): { readonly pass: () => Promise<void>; readonly end: () => void } {
  let isOver = ms === 0;
  let endNow: (() => void) | undefined;
  return {
    async pass() {
      if (isOver) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const callOff = clock.schedule(ms, resolve);
      endNow = resolve;
      await promise;
      callOff();
    },
    end() {
      isOver = true;
      endNow?.();
    },
  };
}
