import { describe, expect, it } from 'vitest';
import { GOLDEN, loadGoldenLog } from '../golden.fixture.ts';
import type { SendResult } from '../send-spans.ts';
import { buildSpans } from '../build-spans.ts';
import {
  moveLog,
  listSpanIds,
  loadLogForTask,
  getTaskId,
  createTracedLogs,
  withMetadata,
} from './traced-logs.fixture.ts';

const WEATHER = 'server-site-weather.json';

describe.each(GOLDEN)('the spans of %s', (name) => {
  const log = loadGoldenLog(name);
  const whole = listSpanIds(buildSpans(log));

  it('are sent once, as they end', async () => {
    const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
    const one = begin();
    for (const event of log) {
      grow(one, [event]);
      await pass(1000);
    }
    expect(listSpanIds(sent)).toEqual(whole);
    expect(sent).toEqual(expect.arrayContaining(buildSpans(log)));
  });

  it('are sent once when the process is another one after each event', async () => {
    const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
    begin();
    await pass(1000);
    for (const event of log) {
      grow(begin(), [event]);
      await pass(1000);
    }
    expect(listSpanIds(sent)).toEqual(whole);
  });

  it('are sent once when each process dies before it exports, but for the last', async () => {
    const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
    begin();
    await pass(1000);
    grow(undefined, log);
    begin();
    await pass(1000);
    expect(listSpanIds(sent)).toEqual(whole);
  });

  it('are sent once when two processes export', async () => {
    const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
    const [one, other] = [begin(), begin()];
    for (const event of log) {
      grow(one, [event]);
      other.changes.notify(getTaskId(log), false);
      await pass(500);
    }
    await pass(60_000);
    expect(listSpanIds(sent)).toEqual(whole);
  });

  it.each(log.map(({ generation }) => generation))(
    'lack one batch at most when a process dies while it sends, after event %i',
    async (at) => {
      const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
      const inFlight: string[] = [];
      const dying = begin({
        createSend: () => (spans) => {
          inFlight.push(...listSpanIds(spans));
          return new Promise<SendResult>(() => undefined);
        },
      });
      await pass(1000);
      grow(dying, log.slice(0, at));
      await pass(1000);
      const next = begin();
      grow(next, log.slice(at));
      await pass(1000);
      await pass(60_000);
      expect([...listSpanIds(sent), ...inFlight].toSorted()).toEqual(whole);
    },
  );
});

it('reads every event once, however long a task is', async () => {
  const { startProcess: begin, grow, advance: pass, reads } = createTracedLogs();
  const one = begin();
  const log = loadGoldenLog(WEATHER);
  for (const event of log) {
    grow(one, [event]);
    await pass(1000);
  }
  expect(reads()).toBe(log.length);
});

it('only looks once a minute while there is nothing to do', async () => {
  const { startProcess: begin, advance: pass, asked } = createTracedLogs();
  begin();
  await pass(0);
  for (let minute = 0; minute < 60; minute += 1) await pass(60_000);
  expect(asked()).toEqual({ lookedUntil: 61, ended: 60, noteLook: 1 });
});

const DAY_MS = 24 * 60 * 60_000;

it('leaves alone what ended before the first export of all', async () => {
  const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs(10 * DAY_MS);
  grow(undefined, moveLog(loadLogForTask(WEATHER, 'before'), 9 * DAY_MS));
  begin();
  await pass(60_000);
  await pass(60_000);
  expect(sent).toEqual([]);
});

it('sends what ended while no process exported, unless that was more than a day ago', async () => {
  const { startProcess: begin, grow, advance: pass, sent, clock } = createTracedLogs();
  const before = begin();
  await pass(1000);
  await before.changes.end(0);
  await pass(3 * DAY_MS);
  grow(undefined, moveLog(loadLogForTask(WEATHER, 'long-ago'), DAY_MS));
  const lately = moveLog(loadLogForTask(WEATHER, 'lately'), clock.now() - DAY_MS / 2);
  grow(undefined, lately);
  begin();
  await pass(1000);
  expect(listSpanIds(sent)).toEqual(listSpanIds(buildSpans(lately)));
});

it('claims again what it could not claim, and says why', async () => {
  const { startProcess: begin, grow, advance: pass, sent, traces } = createTracedLogs();
  let isFull = true;
  const claim: typeof traces.claim = (claims) =>
    isFull ? Promise.reject(new Error('disk full')) : traces.claim(claims);
  const one = begin({}, { ...traces, claim });
  await pass(0);
  const log = loadGoldenLog(WEATHER);
  grow(one, log);
  await pass(1000);
  expect(one.errors).toEqual([new Error('disk full')]);
  isFull = false;
  await pass(5000);
  expect(listSpanIds(sent)).toEqual(listSpanIds(buildSpans(log)));
});

it('sends nothing of a task that was erased meanwhile', async () => {
  const { startProcess: begin, grow, advance: pass, sent, erase } = createTracedLogs();
  const one = begin();
  await pass(0);
  grow(one, loadGoldenLog(WEATHER));
  erase(getTaskId(loadGoldenLog(WEATHER)));
  await pass(1000);
  expect([sent, one.errors]).toEqual([[], []]);
});

it('says once a minute how many spans were lost', async () => {
  const { startProcess: begin, grow, advance: pass } = createTracedLogs();
  const dropped = 3;
  const one = begin({
    createSend: () => async () => ({ accepted: 2, dropped, problem: 'the collector answered 400' }),
  });
  for (let task = 0; task < 10; task += 1) {
    grow(one, loadLogForTask(WEATHER, `t${task}`));
    await pass(10_000);
  }
  expect(one.errors.map(String)).toEqual([
    expect.stringContaining('3 spans did not reach the collector (the collector answered 400)'),
    expect.stringContaining('18 spans did not reach'),
  ]);
});

it('sends what has ended before the backend closes, and nothing where there is no time', async () => {
  for (const [graceMs, isSent] of [
    [1000, true],
    [0, false],
  ] as const) {
    const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
    const one = begin();
    await pass(0);
    grow(one, loadGoldenLog(WEATHER));
    await one.changes.end(graceMs);
    expect(sent.length > 0).toBe(isSent);
    begin();
    await pass(1000);
    expect(listSpanIds(sent)).toEqual(listSpanIds(buildSpans(loadGoldenLog(WEATHER))));
  }
});

it('gives up a batch that is being sent when the time to close is over, and says so', async () => {
  const { startProcess: begin, grow, advance: pass } = createTracedLogs();
  const one = begin({
    createSend: () => (_spans, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  });
  await pass(0);
  grow(one, loadGoldenLog(WEATHER));
  await pass(1000);
  const ending = one.changes.end(60_000);
  await pass(5000);
  await ending;
  expect(one.errors.map(String)).toEqual([
    expect.stringContaining('the process ended before the collector received them'),
  ]);
});

it('takes the share of traces that a sampler leaves, and follows a caller that samples', async () => {
  const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
  const one = begin({ sampler: { isParentBased: true, ratio: 0.25 } });
  const logs = Array.from({ length: 200 }, (_, at) => loadLogForTask(WEATHER, `t${at}`));
  for (const log of logs) grow(one, log);
  for (let second = 0; second < 10; second += 1) await pass(1000);
  const traces = new Set(sent.map(({ traceId }) => traceId));
  expect(traces.size).toBeGreaterThan(30);
  expect(traces.size).toBeLessThan(70);
  const ofThem = logs
    .flatMap((log) => buildSpans(log))
    .filter(({ traceId }) => traces.has(traceId));
  expect(listSpanIds(sent)).toEqual(listSpanIds(ofThem));
  sent.length = 0;
  const ids = `${'0'.repeat(31)}1-${'0'.repeat(15)}2`;
  for (const flags of ['00', '01']) {
    const metadata = { traceparent: `00-${ids}-${flags}` };
    grow(one, withMetadata(loadLogForTask(WEATHER, `flag-${flags}`), metadata));
  }
  await pass(1000);
  expect(new Set(sent.map(({ attributes }) => attributes['timestep.task.id']))).toEqual(
    new Set(['flag-01']),
  );
});

it('sends what ended while the collector was away for a day, in batches, and waits in the log', async () => {
  const { startProcess: begin, grow, advance: pass, sent } = createTracedLogs();
  const away = Promise.withResolvers<void>();
  let inFlight = 0;
  const one = begin({
    createSend: () => async (spans) => {
      inFlight = Math.max(inFlight, spans.length);
      await away.promise;
      sent.push(...spans);
      return { accepted: spans.length, dropped: 0 };
    },
  });
  await pass(0);
  const logs = Array.from({ length: 400 }, (_, at) => {
    return moveLog(loadLogForTask(WEATHER, `t${at}`), at * 200_000);
  });
  for (const log of logs) {
    grow(one, log);
    await pass(200_000);
  }
  expect(sent).toEqual([]);
  away.resolve();
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(listSpanIds(sent)).toEqual(listSpanIds(logs.flatMap((log) => buildSpans(log))));
  expect(inFlight).toBeLessThan(600);
});
