import { expect, it } from 'vitest';
import { createTaskChangesNotifier } from '#engine/port';
import { createMemoryTraceStore } from '#engine/store';
import { createManualClock } from '#testing';
import { startFakeCollector, type Fault } from '../collector.fixture.ts';
import { loadGoldenLog } from '../golden.fixture.ts';
import type { ReadableSpan } from '../readable-spans.ts';
import { buildSpans } from '../build-spans.ts';
import type { StartTracingOptions } from './export-settings.ts';
import { startTracing } from './lazy-tracing.ts';
import { listSpanIds, getTaskId, withMetadata } from './traced-logs.fixture.ts';

const log = loadGoldenLog('server-site-weather.json');
const ids = listSpanIds(buildSpans(log));

async function traced(more: Partial<StartTracingOptions>, events = log) {
  const changes = createTaskChangesNotifier();
  const task = { id: getTaskId(events), generation: events.length };
  const found = { ...task, updatedAt: 0, state: 'completed' } as never;
  const traces = createMemoryTraceStore({ get: () => found, all: () => [] });
  const tasks = {
    async *events(_id: string, after = 0) {
      yield* events.slice(after);
    },
  };
  const clock = createManualClock();
  const errors: unknown[] = [];
  const isOn = await startTracing(
    { tasks, traces, changes },
    { env: {}, version: '1.2.3', clock, onError: (thrown) => errors.push(thrown), ...more },
  );
  const change = (): void => {
    changes.notify(task.id, true);
    clock.advance(1000);
  };
  return { isOn, change, errors, clock, end: () => changes.end(1000) };
}

function answered(response: Parameters<Fault>[0], status: number): true {
  response.writeHead(status).end();
  return true;
}

function brokenOff(response: Parameters<Fault>[0]): true {
  response.destroy();
  return true;
}

async function withCollector(fault?: Fault, more: Partial<StartTracingOptions> = {}) {
  const collector = await startFakeCollector(fault);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  return { collector, ...(await traced({ env, ...more })) };
}

it('exports nothing where nothing says where to', async () => {
  expect((await traced({})).isOn).toBe(false);
});

it('sends to the collector that the environment names', async () => {
  const { collector, isOn, change } = await withCollector();
  expect(isOn).toBe(true);
  change();
  await expect.poll(() => collector.acceptedIds.toSorted()).toEqual(ids);
});

it('gives the spans to an exporter', async () => {
  const given: ReadableSpan[] = [];
  const exporter = {
    export(spans: ReadableSpan[], done: (result: { code: number }) => void) {
      given.push(...spans);
      done({ code: 0 });
    },
  };
  const { change } = await traced({ exporter });
  change();
  await expect.poll(() => given.map((span) => span.spanContext().spanId).toSorted()).toEqual(ids);
});

it('counts what an exporter gives up', async () => {
  const exporter = {
    export(_: unknown, done: (result: { code: number; error: Error }) => void) {
      done({ code: 1, error: new Error('no route') });
    },
  };
  const { change, errors } = await traced({ exporter });
  change();
  await expect
    .poll(() => errors.map(String))
    .toEqual([
      expect.stringContaining(
        '5 spans did not reach the collector (the exporter failed: no route)',
      ),
    ]);
});

it.each([429, 503])('sends once when a collector answers %i for long', async (status) => {
  let isAway = true;
  const { collector, change, clock, errors } = await withCollector((response) => {
    if (!isAway) return false;
    response.writeHead(status).end();
    return true;
  });
  change();
  for (let tries = 1; tries <= 20; tries += 1) {
    await expect.poll(() => collector.received.length).toBe(tries);
    await expect.poll(() => clock.pending()).toBeGreaterThan(0);
    clock.advance(24 * 60 * 60_000);
    isAway = tries < 19;
  }
  await expect.poll(() => collector.acceptedIds.toSorted()).toEqual(ids);
  expect(String(errors[0])).toContain(
    `spans are waiting to be sent because the collector answered ${status}`,
  );
});

it.each([
  ['refuses them', (response) => answered(response, 400), /answered 400/],
  ['breaks off', (response) => brokenOff(response), /closed the connection/],
  [
    'refuses some',
    (response) => {
      response.end('{"partialSuccess":{"rejectedSpans":"5","errorMessage":"too old"}}');
      return true;
    },
    /rejected spans: too old/,
  ],
] as const satisfies readonly (readonly [string, Fault, RegExp])[])(
  'sends nothing again where a collector %s',
  async (_name, fault, why) => {
    const { collector, change, errors } = await withCollector(fault);
    change();
    await expect.poll(() => errors.map(String)).toEqual([expect.stringMatching(why)]);
    change();
    change();
    expect(collector.received).toHaveLength(1);
  },
);

it('takes secrets out of contents', async () => {
  const secret = 'sk-proj-abcdefghij0123456789';
  const other = 'order 1234-5678';
  const message = { role: 'user', content: `my key is ${secret}, my ${other}` } as const;
  const events = withMetadata(log, {}).map((event) =>
    event.type === 'message.received' ? { ...event, message } : event,
  );
  const bodies: string[] = [];
  for (const contents of [true, false]) {
    const collector = await startFakeCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const { change } = await traced(
      { env, contents, redact: (text) => text.replace(/\d{4}-\d{4}/g, '') },
      events,
    );
    change();
    await expect.poll(() => collector.received.length).toBe(1);
    bodies.push(collector.received[0]?.body ?? '');
  }
  for (const body of bodies) {
    expect(body).not.toContain(secret);
    expect(body).not.toContain('1234-5678');
  }
  expect(bodies.map((body) => body.includes('my key is'))).toEqual([true, false]);
});
