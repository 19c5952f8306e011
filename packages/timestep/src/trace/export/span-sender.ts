import type { SpanOptions } from '../spans-in-progress.ts';
import { isSampled } from './sampler.ts';
import { sendingFor, type StartTracingOptions } from './sending.ts';
import { createSpanQueue, type SpanQueue } from './span-queue.ts';

/** Sends spans that no log keeps, while the process lives. */
export interface SpanSender extends SpanQueue {
  /** What the spans are to hold. */
  readonly spanOptions: SpanOptions;
}

/**
 * A sender by the same settings as `startTracing`; resolves to `undefined` where nothing is to be sent.
 * Throws `TraceError`.
 */
export async function openSpanSender(
  options: StartTracingOptions,
): Promise<SpanSender | undefined> {
  const sending = await sendingFor(options);
  if (!sending) return undefined;
  const { sampler, spanOptions } = sending;
  const { send, close } = createSpanQueue(sending, options);
  return {
    spanOptions,
    send: (spans) => send(spans.filter(({ traceId }) => isSampled({ traceId }, sampler))),
    close,
  };
}
