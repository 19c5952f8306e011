import { randomBytes } from 'node:crypto';
import type { HookSlot } from '#engine/port';
import { createRunWithSpan, createEffectHook } from './run-with-span.ts';
import { startTraceExport, type TracedBackend } from './export-traces.ts';
import {
  readExportSettings,
  type ExportSettings,
  type StartTracingOptions,
} from './export-settings.ts';
import { createSpanQueue } from './span-queue.ts';
import { createOpenSpans } from './open-spans.ts';
import { createIncomingRequestHook } from './request-hook.ts';

/** Reads the settings and starts the export. See `startTracing`. */
export async function openTracing(
  backend: TracedBackend,
  options: StartTracingOptions,
): Promise<boolean> {
  const { clock, onError } = options;
  const sending = await readExportSettings(options);
  if (!sending) return false;
  startTraceExport(backend, { clock, onError, ...sending });
  if (backend.hooks) await attachTracingHooks(backend.hooks, backend, sending, options);
  return true;
}

/** Milliseconds for which the span of a request waits for further spans. */
const PAUSE_MS = 1000;

async function attachTracingHooks(
  slot: HookSlot,
  { changes, traces }: TracedBackend,
  sending: ExportSettings,
  { clock, onError }: StartTracingOptions,
): Promise<void> {
  const { sampler, spanOptions } = sending;
  const runWithin = await createRunWithSpan();
  const queue = createSpanQueue(sending, { clock, onError, pauseMs: PAUSE_MS });
  const requests = createOpenSpans({
    store: traces.openSpans,
    clock,
    send: queue.send,
    onError,
  });
  const request = createIncomingRequestHook({
    clock,
    sampler,
    runWithSpan: runWithin,
    random: (digits) => randomBytes(digits / 2).toString('hex'),
    onBegin: requests.begin,
    onSpan: requests.end,
  });
  slot.attach({
    effect: runWithin && createEffectHook(runWithin, sampler),
    // Spans of HTTP requests to the server are not sent to Langfuse, which shows the input of the first span.
    request: spanOptions.langfuse ? undefined : request,
  });
  changes.watch({
    onChange() {},
    async onClose(graceMs) {
      await requests.close();
      await queue.close(graceMs);
    },
  });
}
