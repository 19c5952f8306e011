import { randomBytes } from 'node:crypto';
import type { HookSlot } from '../../port/index.ts';
import { activeSpans, tracedEffects } from './active-span.ts';
import { exportTraces, type TracedBackend } from './export-traces.ts';
import { sendingFor, type Sending, type StartTracingOptions } from './sending.ts';
import { createSpanQueue } from './span-queue.ts';
import { tracedRequests } from './traced-requests.ts';

/**
 * Exports the traces of a backend until it closes. Resolves to false where nothing is exported: it was
 * turned off, or neither an address nor an installed exporter says where to. Throws `TraceError` for a
 * setting that cannot be used.
 */
export async function startTracing(
  backend: TracedBackend,
  options: StartTracingOptions,
): Promise<boolean> {
  const { clock, onError } = options;
  const sending = await sendingFor(options);
  if (!sending) return false;
  exportTraces(backend, { clock, onError, ...sending });
  if (backend.hooks) await traceWork(backend.hooks, { ...options, backend, sending });
  return true;
}

interface WorkSite extends StartTracingOptions {
  readonly backend: TracedBackend;
  readonly sending: Sending;
}

/** How long the span of a request waits for others. */
const PAUSE_MS = 1000;

/** Traces what no log says: which span is active, and the requests to a server. */
async function traceWork(
  slot: HookSlot,
  { backend, sending, clock, onError }: WorkSite,
): Promise<void> {
  const { sampler, spanOptions } = sending;
  const runWithin = await activeSpans();
  const queue = createSpanQueue(sending, { clock, onError, pauseMs: PAUSE_MS });
  const request = tracedRequests({
    clock,
    sampler,
    runWithin,
    random: (digits) => randomBytes(digits / 2).toString('hex'),
    onSpan: (span) => queue.send([span]),
  });
  slot.attach({
    effect: runWithin && tracedEffects(runWithin, sampler),
    // Langfuse shows what was said at the first span of a trace, and a request says nothing.
    request: spanOptions.langfuse ? undefined : request,
  });
  backend.changes.watch({ onChange() {}, onClose: queue.close });
}
