import type { Clock } from '#engine/port';
import { createTextBufferPool } from '#protocols/http';
import type { Collector } from '../collector.ts';
import { sendSpans } from '../send-spans.ts';
import type { SendBatch } from './export-due-tasks.ts';
import type { LossReporter } from './loss-reporter.ts';

/** Maximum number of reusable 64 KiB buffers for request bodies. */
const MAX_BUFFERS = 16;

/** Creates a sender for a collector. An unavailable collector is retried without a time limit. */
export function createOtlpSender(
  collector: Collector,
  version: string,
  clock: Clock,
): (onAway: LossReporter['reportUnavailable']) => SendBatch {
  const { host } = new URL(collector.url);
  const memory = createTextBufferPool(MAX_BUFFERS);
  return (onAway) => (spans, signal) =>
    sendSpans(spans, collector, {
      version,
      memory,
      signal,
      patienceMs: Infinity,
      now: () => clock.now(),
      pause: (ms, during) => pauseUnlessAborted(clock, ms, during),
      onWait: (problem) => onAway(`${problem} (${host})`),
    });
}

/** Waits `ms` milliseconds of a clock. Rejects with the signal's reason if it aborts first. */
export function pauseUnlessAborted(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      callOff();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('stopped'));
    };
    const callOff = clock.schedule(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
