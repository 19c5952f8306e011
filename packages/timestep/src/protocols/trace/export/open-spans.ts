import { parseJson, isJsonObject, PROCESS_LOST } from '#core';
import type { Clock, LostSpan, OpenSpanStore } from '#engine/port';
import { ATTRIBUTE } from '../conventions.ts';
import type { Span } from '../span.ts';

/** Tracks the open spans of requests, so that another process can send the spans of a killed process. */
export interface OpenSpans {
  readonly begin: (span: Span) => void;
  /** Sends a span that has ended, unless another process has already sent it as lost. */
  readonly end: (span: Span) => void;
  readonly close: () => Promise<void>;
}

export interface OpenSpansDeps {
  readonly store: OpenSpanStore | undefined;
  readonly clock: Clock;
  readonly send: (spans: readonly Span[]) => void;
  readonly onError: (thrown: unknown) => void;
}

/** Milliseconds after which an open span is stored. Most requests end earlier, and then cost nothing. */
const STORED_AFTER_MS = 1000;
const RENEWED_AFTER_MS = 10_000;
/** Milliseconds without a renewal after which a process counts as killed, even one on another machine. */
const LOST_AFTER_MS = 60_000;
const SEARCH_MS = 30_000;

interface Entry {
  readonly span: Span;
  /** Time of the newest renewal. Undefined if the span is not stored. */
  renewedAt: number | undefined;
}

export function createOpenSpans({ store, clock, send, onError }: OpenSpansDeps): OpenSpans {
  if (!store) return { begin() {}, end: (span) => send([span]), close: async () => {} };
  const { keep, release, takeLost } = store;
  const open = new Map<string, Entry>();
  let writing = Promise.resolve();
  let stopRenewing: (() => void) | undefined;
  let stopSearching: (() => void) | undefined;
  let isClosed = false;

  /** Runs writes one after the other, so that a span is not removed before it is stored. */
  function queueWrite(work: () => Promise<void>): void {
    writing = writing.then(work).catch(onError);
  }

  function storeOrRenewSpans(): void {
    const now = clock.now();
    const due = [...open.values()].filter(({ span, renewedAt }) =>
      renewedAt === undefined
        ? now - span.startedAt >= STORED_AFTER_MS
        : now - renewedAt >= RENEWED_AFTER_MS,
    );
    for (const entry of due) entry.renewedAt = now;
    const spans = due.map(({ span }) => ({ id: span.spanId, body: JSON.stringify(span) }));
    if (spans.length > 0) queueWrite(() => keep(spans, now));
    stopRenewing = open.size > 0 ? clock.schedule(STORED_AFTER_MS, storeOrRenewSpans) : undefined;
  }

  async function sendLostSpans(): Promise<void> {
    try {
      const lost = await takeLost(clock.now() - LOST_AFTER_MS);
      const spans = lost.flatMap((one) => endLostSpan(one) ?? []);
      if (spans.length > 0) send(spans);
    } catch (thrown) {
      if (!isClosed) onError(thrown);
    }
    if (!isClosed) stopSearching = clock.schedule(SEARCH_MS, () => void sendLostSpans());
  }

  void sendLostSpans();
  return {
    begin(span) {
      open.set(span.spanId, { span, renewedAt: undefined });
      stopRenewing ??= clock.schedule(STORED_AFTER_MS, storeOrRenewSpans);
    },
    end(span) {
      const entry = open.get(span.spanId);
      open.delete(span.spanId);
      if (entry?.renewedAt === undefined) return send([span]);
      queueWrite(async () => {
        if (await release(span.spanId)) send([span]);
      });
    },
    async close() {
      isClosed = true;
      stopRenewing?.();
      stopSearching?.();
      await writing;
    },
  };
}

/** Ends a span at the time when its process was last alive. Undefined if the stored text is no span. */
function endLostSpan({ body, renewedAt }: LostSpan): Span | undefined {
  const span: unknown = parseJson(body);
  if (!isSpan(span)) return undefined;
  const endedAt = Math.max(span.startedAt, renewedAt);
  const attributes = { ...span.attributes, [ATTRIBUTE.error]: PROCESS_LOST };
  return { ...span, endedAt, attributes, error: { code: PROCESS_LOST } };
}

function isSpan(value: unknown): value is Span {
  return isJsonObject(value) && typeof value['spanId'] === 'string' && 'startedAt' in value;
}
