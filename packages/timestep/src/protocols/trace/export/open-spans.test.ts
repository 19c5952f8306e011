import { expect, it } from 'vitest';
import type { LostSpan, OpenSpanStore } from '#engine/port';
import { createManualClock } from '#testing';
import type { Span } from '../span.ts';
import { createOpenSpans } from './open-spans.ts';

const SPAN: Span = {
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  parentSpanId: '3'.repeat(16),
  name: 'HTTP',
  kind: 'server',
  startedAt: 1000,
  attributes: {},
  events: [],
  links: [],
};
const ENDED: Span = { ...SPAN, name: 'POST /', endedAt: 9000, attributes: { a: 1 } };

/** A database that several processes share, with the spans that they send. */
function createShared() {
  const clock = createManualClock(1000);
  const rows = new Map<string, LostSpan>();
  const sent: Span[] = [];
  const errors: unknown[] = [];
  let writes = 0;
  const store: OpenSpanStore = {
    async keep(spans, at) {
      writes += 1;
      for (const { id, body } of spans) rows.set(id, { id, body, renewedAt: at });
    },
    release: async (id) => rows.delete(id),
    async takeLost(before) {
      const lost = [...rows.values()].filter(({ renewedAt }) => renewedAt < before);
      for (const { id } of lost) rows.delete(id);
      return lost;
    },
  };
  const onError = (thrown: unknown): void => void errors.push(thrown);
  const send = (spans: readonly Span[]): void => void sent.push(...spans);
  const start = (kept: OpenSpanStore | undefined = store) =>
    createOpenSpans({ store: kept, clock, send, onError });
  /** Moves the time by seconds, so that all that waits for it runs. */
  async function advance(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) {
      clock.advance(1000);
      await new Promise(setImmediate);
    }
  }
  return { clock, rows, sent, errors, start, advance, store, writes: () => writes };
}

it('writes nothing for a request that ends within a second', async () => {
  const { sent, start, advance, writes } = createShared();
  const spans = start();
  spans.begin(SPAN);
  spans.end(ENDED);
  await advance(3);
  expect(sent).toEqual([ENDED]);
  expect(writes()).toBe(0);
  await spans.close();
});

it('sends a long request once, with its own end', async () => {
  const { rows, sent, start, advance } = createShared();
  const [own, other] = [start(), start()];
  own.begin(SPAN);
  await advance(2);
  expect(rows.size).toBe(1);
  await advance(200);
  expect(sent).toEqual([]);
  own.end(ENDED);
  await own.close();
  await advance(200);
  expect(sent).toEqual([ENDED]);
  expect(rows.size).toBe(0);
  await other.close();
});

it('ends the request of a killed process, where it was last seen', async () => {
  const { rows, sent, start, advance, clock } = createShared();
  const killed = start();
  killed.begin(SPAN);
  await advance(15);
  // The row is all that is left of the process.
  const row = rows.get(SPAN.spanId);
  await killed.close();
  const next = start();
  await advance(120);
  const at = row?.renewedAt ?? 0;
  expect(at).toBeGreaterThan(clock.now() - 130_000);
  expect(sent).toEqual([
    {
      ...SPAN,
      endedAt: at,
      attributes: { 'error.type': 'process_lost' },
      error: { code: 'process_lost' },
    },
  ]);
  await advance(120);
  expect(sent).toHaveLength(1);
  await next.close();
});

it('does not send a request again that another process has sent as lost', async () => {
  const { rows, sent, start, advance } = createShared();
  const frozen = start();
  frozen.begin(SPAN);
  await advance(2);
  rows.clear();
  frozen.end(ENDED);
  await frozen.close();
  expect(sent).toEqual([]);
});

it('reports a database that fails, and sends what it has', async () => {
  const { sent, errors, start, advance, store } = createShared();
  const fail = (): Promise<never> => Promise.reject(new Error('disk full'));
  const spans = start({ ...store, keep: fail });
  spans.begin(SPAN);
  await advance(2);
  expect(errors).toMatchObject([{ message: 'disk full' }]);
  spans.begin({ ...SPAN, spanId: '4'.repeat(16) });
  spans.end({ ...ENDED, spanId: '4'.repeat(16) });
  expect(sent).toMatchObject([{ spanId: '4'.repeat(16) }]);
  await spans.close();
});

it('sends each request at its end where no database outlives the process', () => {
  const { sent } = createShared();
  const spans = createOpenSpans({
    store: undefined,
    clock: createManualClock(),
    send: (some) => void sent.push(...some),
    onError: () => undefined,
  });
  spans.begin(SPAN);
  spans.end(ENDED);
  expect(sent).toEqual([ENDED]);
});
