import type { SpanOptions } from '../span-progress.ts';
import { isSampled } from './sampler.ts';
import { readExportSettings, type StartTracingOptions } from './export-settings.ts';
import { createSpanQueue, type SpanQueue } from './span-queue.ts';

/** Sends spans that no task log contains, while the process runs. */
export interface SpanSender extends SpanQueue {
  readonly spanOptions: SpanOptions;
}

/** Creates a sender by the tracing settings. Undefined if nothing is exported. Throws `TraceError`. */
export async function createSpanSender(
  options: StartTracingOptions,
): Promise<SpanSender | undefined> {
  const sending = await readExportSettings(options);
  if (!sending) return undefined;
  const { sampler, spanOptions } = sending;
  const { send, close } = createSpanQueue(sending, options);
  return {
    spanOptions,
    send: (spans) => send(spans.filter(({ traceId }) => isSampled({ traceId }, sampler))),
    close,
  };
}
