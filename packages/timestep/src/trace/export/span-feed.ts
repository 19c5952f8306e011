import type { Clock, TraceStore } from '../../port/index.ts';
import type { Span } from '../span.ts';
import { exportTraces, type TracedBackend } from './export-traces.ts';

/** Spans that end in the tasks to which this process adds events. */
export interface SpanFeed {
  /**
   * Calls `onSpan` with each span that ends from now on, about a second later. It must return at once and
   * not throw.
   */
  readonly follow: (onSpan: (span: Span) => void) => void;
}

/** Surroundings of a feed. */
export interface SpanFeedOptions {
  readonly clock: Clock;
  /** Receives failures of the backend. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * Reads the logs of tasks once for all that follow, afterwards, so that no task waits for it; it begins with
 * the first that follows, and ends when the backend closes.
 */
export function createSpanFeed(
  { tasks, changes }: Pick<TracedBackend, 'tasks' | 'changes'>,
  { clock, onError }: SpanFeedOptions,
): SpanFeed {
  const followers: ((span: Span) => void)[] = [];

  function begin(): void {
    const traces = ownClaims();
    exportTraces(
      { tasks, changes, traces },
      {
        clock,
        onError,
        sendWith: () => async (spans) => {
          for (const span of spans) for (const onSpan of followers) onSpan(span);
          return { accepted: spans.length, dropped: 0 };
        },
      },
    );
  }

  return {
    follow(onSpan) {
      if (followers.length === 0) begin();
      followers.push(onSpan);
    },
  };
}

/** Tasks of which a part may be read again; spans of others that waited for longer may come twice. */
const MOST_CLAIMS = 20_000;

/** Claims of this process alone, which looks for no tasks of others. */
function ownClaims(): TraceStore {
  const claimed = new Map<string, number>();
  return {
    async claim(claims) {
      return claims.map(({ taskId, generation }) => {
        const before = claimed.get(taskId) ?? 0;
        claimed.delete(taskId);
        claimed.set(taskId, Math.max(before, generation));
        if (claimed.size > MOST_CLAIMS) claimed.delete(claimed.keys().next().value ?? taskId);
        return before;
      });
    },
    ended: async () => ({ unclaimed: [] }),
    lookedUntil: async () => 0,
    noteLook: async () => undefined,
  };
}
