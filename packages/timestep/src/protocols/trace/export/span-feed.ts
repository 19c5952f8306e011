import type { Clock, TraceStore } from '../../../engine/port/index.ts';
import type { Span } from '../span.ts';
import { exportTraces, type TracedBackend } from './export-traces.ts';

/** A feed of the spans that end in the tasks of this process. */
export interface SpanFeed {
  /**
   * Calls `onSpan` with each span that ends from now on, about a second later. `onSpan` must return
   * immediately and not throw.
   */
  readonly subscribe: (onSpan: (span: Span) => void) => void;
}

/** Options of a span feed. */
export interface SpanFeedOptions {
  readonly clock: Clock;
  /** Receives errors of the backend. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * Creates a feed that reads task logs once for all subscribers, after the events, so that no task
 * waits for it. It starts with the first subscriber and ends when the backend closes.
 */
export function createSpanFeed(
  { tasks, changes }: Pick<TracedBackend, 'tasks' | 'changes'>,
  { clock, onError }: SpanFeedOptions,
): SpanFeed {
  const subscribers: ((span: Span) => void)[] = [];

  function start(): void {
    const traces = createOwnClaims();
    exportTraces(
      { tasks, changes, traces },
      {
        clock,
        onError,
        createSend: () => async (spans) => {
          for (const span of spans) for (const onSpan of subscribers) onSpan(span);
          return { accepted: spans.length, dropped: 0 };
        },
      },
    );
  }

  return {
    subscribe(onSpan) {
      if (subscribers.length === 0) start();
      subscribers.push(onSpan);
    },
  };
}

/**
 * Maximum number of remembered claims. Spans of tasks beyond that may be delivered twice if their
 * log is read again.
 */
const MAX_CLAIMS = 20_000;

/** Creates a claim store for this process only. It never searches for tasks of other processes. */
function createOwnClaims(): TraceStore {
  const claimed = new Map<string, number>();
  return {
    async claim(claims) {
      return claims.map(({ taskId, generation }) => {
        const before = claimed.get(taskId) ?? 0;
        claimed.delete(taskId);
        claimed.set(taskId, Math.max(before, generation));
        if (claimed.size > MAX_CLAIMS) claimed.delete(claimed.keys().next().value ?? taskId);
        return before;
      });
    },
    listEnded: async () => ({ unclaimed: [] }),
    getScanTime: async () => 0,
    saveScanTime: async () => undefined,
  };
}
