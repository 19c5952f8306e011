import type { Clock, TraceStore } from '#engine/port';
import type { Span } from '../span.ts';
import type { SendBatch } from './export-due-tasks.ts';
import { startTraceExport, type TracedBackend } from './export-traces.ts';

/** A feed of the spans that end in the tasks of this process. */
export interface SpanFeed {
  /** Calls `onSpan`, which must not wait or throw, about a second after a span ends. */
  readonly subscribe: (onSpan: (span: Span) => void) => void;
}

/** Options of a span feed. */
export interface SpanFeedOptions {
  readonly clock: Clock;
  readonly onError: (thrown: unknown) => void;
}

/** Creates a feed that reads task logs once for all subscribers, until the backend closes. */
export function createSpanFeed(
  { tasks, changes }: Pick<TracedBackend, 'tasks' | 'changes'>,
  { clock, onError }: SpanFeedOptions,
): SpanFeed {
  const subscribers: ((span: Span) => void)[] = [];
  const send: SendBatch = async (spans) => {
    for (const span of spans) for (const onSpan of subscribers) onSpan(span);
    return { accepted: spans.length, dropped: 0 };
  };
  return {
    subscribe(onSpan) {
      subscribers.push(onSpan);
      if (subscribers.length > 1) return;
      const backend = { tasks, changes, traces: createInMemoryTraceStore() };
      startTraceExport(backend, { clock, onError, createSend: () => send });
    },
  };
}

/**
 * Maximum number of tasks whose delivered spans are remembered. The spans of further tasks may be delivered
 * twice.
 */
const MAX_CLAIMS = 20_000;

/**
 * Creates a store that keeps in memory which parts of task logs this process exports. It does not
 * search for tasks of other processes.
 */
function createInMemoryTraceStore(): TraceStore {
  const claimed = new Map<string, number>();
  return {
    claim: async (claims) =>
      claims.map(({ taskId, generation }) => {
        const before = claimed.get(taskId) ?? 0;
        claimed.delete(taskId);
        claimed.set(taskId, Math.max(before, generation));
        if (claimed.size > MAX_CLAIMS) claimed.delete(claimed.keys().next().value ?? taskId);
        return before;
      }),
    listEnded: async () => ({ unclaimed: [] }),
    getScanTime: async () => 0,
    saveScanTime: async () => undefined,
  };
}
