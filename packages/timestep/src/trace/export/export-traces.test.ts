import { describe, expect, it } from 'vitest';
import { GOLDEN, goldenLog } from '../golden.fixture.ts';
import type { SpansSent } from '../send-spans.ts';
import { spansOf } from '../spans-of.ts';
import {
  atTime,
  idsOf,
  logNamed,
  taskIdIn,
  tracedLogs,
  withMetadata,
} from './traced-logs.fixture.ts';

const WEATHER = 'server-site-weather.json';

describe.each(GOLDEN)('the spans of %s', (name) => {
  const log = goldenLog(name);
  const whole = idsOf(spansOf(log));

  it('are sent once, as they end', async () => {
    const { begin, grow, pass, sent } = tracedLogs();
    const one = begin();
    for (const event of log) {
      grow(one, [event]);
      await pass(1000);
    }
    expect(idsOf(sent)).toEqual(whole);
    expect(sent).toEqual(expect.arrayContaining(spansOf(log)));
  });

  it('are sent once when the process is another one after each event', async () => {
    const { begin, grow, pass, sent } = tracedLogs();
    begin();
    await pass(1000);
    for (const event of log) {
      grow(begin(), [event]);
      await pass(1000);
    }
    expect(idsOf(sent)).toEqual(whole);
  });

  it('are sent once when each process dies before it exports, but for the last', async () => {
    const { begin, grow, pass, sent } = tracedLogs();
    begin();
    await pass(1000);
    grow(undefined, log);
    begin();
    await pass(1000);
    expect(idsOf(sent)).toEqual(whole);
  });

  it('are sent once when two processes export', async () => {
    const { begin, grow, pass, sent } = tracedLogs();
    const [one, other] = [begin(), begin()];
    for (const event of log) {
      grow(one, [event]);
      other.changes.note(taskIdIn(log), false);
      await pass(500);
    }
    await pass(60_000);
    expect(idsOf(sent)).toEqual(whole);
  });

  it.each(log.map(({ generation }) => generation))(
    'lack one batch at most when a process dies while it sends, after event %i',
    async (at) => {
      const { begin, grow, pass, sent } = tracedLogs();
      const inFlight: string[] = [];
      const dying = begin({
        sendWith: () => (spans) => {
          inFlight.push(...idsOf(spans));
          return new Promise<SpansSent>(() => undefined);
        },
      });
      await pass(1000);
      grow(dying, log.slice(0, at));
      await pass(1000);
      const next = begin();
      grow(next, log.slice(at));
      await pass(1000);
      await pass(60_000);
      expect([...idsOf(sent), ...inFlight].toSorted()).toEqual(whole);
    },
  );
});

it('reads every event once, however long a task is', async () => {
  const { begin, grow, pass, reads } = tracedLogs();
  const one = begin();
  const log = goldenLog(WEATHER);
  for (const event of log) {
    grow(one, [event]);
    await pass(1000);
  }
  expect(reads()).toBe(log.length);
});

it('only looks once a minute while there is nothing to do', async () => {
  const { begin, pass, asked } = tracedLogs();
  begin();
  await pass(0);
  for (let minute = 0; minute < 60; minute += 1) await pass(60_000);
  expect(asked()).toEqual({ lookedUntil: 61, ended: 60, noteLook: 1 });
});

const DAY_MS = 24 * 60 * 60_000;

it('leaves alone what ended before the first export of all', async () => {
  const { begin, grow, pass, sent } = tracedLogs(10 * DAY_MS);
  grow(undefined, atTime(logNamed(WEATHER, 'before'), 9 * DAY_MS));
  begin();
  await pass(60_000);
  await pass(60_000);
  expect(sent).toEqual([]);
});

it('sends what ended while no process exported, unless that was more than a day ago', async () => {
  const { begin, grow, pass, sent, clock } = tracedLogs();
  const before = begin();
  await pass(1000);
  await before.changes.end(0);
  await pass(3 * DAY_MS);
  grow(undefined, atTime(logNamed(WEATHER, 'long-ago'), DAY_MS));
  const lately = atTime(logNamed(WEATHER, 'lately'), clock.now() - DAY_MS / 2);
  grow(undefined, lately);
  begin();
  await pass(1000);
  expect(idsOf(sent)).toEqual(idsOf(spansOf(lately)));
});

it('claims again what it could not claim, and says why', async () => {
  const { begin, grow, pass, sent, traces } = tracedLogs();
  let isFull = true;
  const claim: typeof traces.claim = (claims) =>
    isFull ? Promise.reject(new Error('disk full')) : traces.claim(claims);
  const one = begin({}, { ...traces, claim });
  await pass(0);
  const log = goldenLog(WEATHER);
  grow(one, log);
  await pass(1000);
  expect(one.errors).toEqual([new Error('disk full')]);
  isFull = false;
  await pass(5000);
  expect(idsOf(sent)).toEqual(idsOf(spansOf(log)));
});

it('sends nothing of a task that was erased meanwhile', async () => {
  const { begin, grow, pass, sent, erase } = tracedLogs();
  const one = begin();
  await pass(0);
  grow(one, goldenLog(WEATHER));
  erase(taskIdIn(goldenLog(WEATHER)));
  await pass(1000);
  expect([sent, one.errors]).toEqual([[], []]);
});

it('says once a minute how many spans were lost', async () => {
  const { begin, grow, pass } = tracedLogs();
  const dropped = 3;
  const one = begin({
    sendWith: () => async () => ({ accepted: 2, dropped, problem: 'the collector answered 400' }),
  });
  for (let task = 0; task < 10; task += 1) {
    grow(one, logNamed(WEATHER, `t${task}`));
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
    const { begin, grow, pass, sent } = tracedLogs();
    const one = begin();
    await pass(0);
    grow(one, goldenLog(WEATHER));
    await one.changes.end(graceMs);
    expect(sent.length > 0).toBe(isSent);
    begin();
    await pass(1000);
    expect(idsOf(sent)).toEqual(idsOf(spansOf(goldenLog(WEATHER))));
  }
});

it('gives up a batch that is being sent when the time to close is over, and says so', async () => {
  const { begin, grow, pass } = tracedLogs();
  const one = begin({
    sendWith: () => (_spans, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  });
  await pass(0);
  grow(one, goldenLog(WEATHER));
  await pass(1000);
  const ending = one.changes.end(60_000);
  await pass(5000);
  await ending;
  expect(one.errors.map(String)).toEqual([
    expect.stringContaining('the process ended before the collector had taken them'),
  ]);
});

it('takes the share of traces that a sampler leaves, and follows a caller that samples', async () => {
  const { begin, grow, pass, sent } = tracedLogs();
  const one = begin({ sampler: { isParentBased: true, ratio: 0.25 } });
  const logs = Array.from({ length: 200 }, (_, at) => logNamed(WEATHER, `t${at}`));
  for (const log of logs) grow(one, log);
  for (let second = 0; second < 10; second += 1) await pass(1000);
  const traces = new Set(sent.map(({ traceId }) => traceId));
  expect(traces.size).toBeGreaterThan(30);
  expect(traces.size).toBeLessThan(70);
  const ofThem = logs.flatMap((log) => spansOf(log)).filter(({ traceId }) => traces.has(traceId));
  expect(idsOf(sent)).toEqual(idsOf(ofThem));
  sent.length = 0;
  const ids = `${'0'.repeat(31)}1-${'0'.repeat(15)}2`;
  for (const flags of ['00', '01']) {
    const metadata = { traceparent: `00-${ids}-${flags}` };
    grow(one, withMetadata(logNamed(WEATHER, `flag-${flags}`), metadata));
  }
  await pass(1000);
  expect(new Set(sent.map(({ attributes }) => attributes['timestep.task.id']))).toEqual(
    new Set(['flag-01']),
  );
});

it('sends what ended while the collector was away for a day, in batches, and waits in the log', async () => {
  const { begin, grow, pass, sent } = tracedLogs();
  const away = Promise.withResolvers<void>();
  let inFlight = 0;
  const one = begin({
    sendWith: () => async (spans) => {
      inFlight = Math.max(inFlight, spans.length);
      await away.promise;
      sent.push(...spans);
      return { accepted: spans.length, dropped: 0 };
    },
  });
  await pass(0);
  const logs = Array.from({ length: 400 }, (_, at) => {
    return atTime(logNamed(WEATHER, `t${at}`), at * 200_000);
  });
  for (const log of logs) {
    grow(one, log);
    await pass(200_000);
  }
  expect(sent).toEqual([]);
  away.resolve();
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(idsOf(sent)).toEqual(idsOf(logs.flatMap((log) => spansOf(log))));
  expect(inFlight).toBeLessThan(600);
});
