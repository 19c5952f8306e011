import type { Clock } from '../../port/index.ts';
import type { Span } from '../span.ts';
import { createLosses } from './losses.ts';
import type { Sending, StartTracingOptions } from './sending.ts';

/** Spans that no log keeps, until they are sent. */
export interface SpanQueue {
  /** Sends them soon, and at most once; returns at once. */
  readonly send: (spans: readonly Span[]) => void;
  /** Waits up to `graceMs` for what was not sent, and gives up the rest. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Spans that may wait for the collector; further ones are counted as lost. */
const MOST_WAITING = 10_000;
const MOST_SPANS = 512;

export interface SpanQueueOptions extends Pick<StartTracingOptions, 'clock' | 'onError'> {
  /** How long a span waits for others, in milliseconds. Default 0. */
  readonly pauseMs?: number;
}

/** A queue in memory: what waits in it is lost with the process. */
export function createSpanQueue(
  { sendWith }: Pick<Sending, 'sendWith'>,
  { clock, onError, pauseMs = 0 }: SpanQueueOptions,
): SpanQueue {
  const losses = createLosses(clock, onError);
  const stopping = new AbortController();
  const sendBatch = sendWith(losses.noteAway);
  const waiting: Span[] = [];
  const pause = createPause(clock, pauseMs);
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    await pause.pass();
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
    send(spans) {
      const room = MOST_WAITING - waiting.length;
      waiting.push(...spans.slice(0, room));
      const dropped = Math.max(0, spans.length - room);
      if (dropped > 0) losses.note({ accepted: 0, dropped, problem: 'too many spans wait' });
      if (waiting.length > 0) working ??= work();
    },
    async close(graceMs) {
      const callOff = clock.schedule(graceMs, () => stopping.abort());
      pause.end();
      await working;
      callOff();
      losses.end();
    },
  };
}

/** A pause that can be ended for good. */
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
