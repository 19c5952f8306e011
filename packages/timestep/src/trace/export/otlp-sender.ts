import type { Clock } from '../../port/index.ts';
import { createTextMemory } from '../../http/index.ts';
import type { Collector } from '../collector.ts';
import { sendSpans, type SendOptions } from '../send-spans.ts';
import type { SendBatch } from './export-due.ts';
import type { Losses } from './losses.ts';

export interface OtlpSenderOptions extends Pick<SendOptions, 'version' | 'post' | 'timeoutMs'> {
  readonly clock: Clock;
}

/** Pieces of 64 KiB whose memory is kept from one batch to the next: batches without contents have no more. */
const MOST_PIECES = 16;

/** Sends batches as OTLP/JSON, and waits for a collector that is away for as long as that takes. */
export function otlpSender(
  collector: Collector,
  { clock, ...options }: OtlpSenderOptions,
): (onAway: Losses['noteAway']) => SendBatch {
  const { host } = new URL(collector.url);
  const memory = createTextMemory(MOST_PIECES);
  return (onAway) => (spans, signal) =>
    sendSpans(spans, collector, {
      ...options,
      memory,
      signal,
      patienceMs: Infinity,
      now: () => clock.now(),
      pause: (ms, during) => pauseBy(clock, ms, during),
      onWait: (problem) => onAway(`${problem} (${host})`),
    });
}

function pauseBy(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
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
