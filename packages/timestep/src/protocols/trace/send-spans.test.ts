import { expect, it } from 'vitest';
import { startFakeCollector, type FakeCollector } from './collector.fixture.ts';
import { readCollector } from './collector.ts';
import { loadGoldenLog } from './golden.fixture.ts';
import { sendSpans, type SendOptions } from './send-spans.ts';
import { postText, type TextBufferPool, type PostText } from '#protocols/http';
import type { Span } from './span.ts';
import { buildSpans } from './build-spans.ts';

const spans = buildSpans(loadGoldenLog('server-site-weather.json'));
const ids = spans.map(({ spanId }) => spanId);

/** A sender whose time passes in pauses only. */
function sending(more: Partial<SendOptions> = {}) {
  const pauses: number[] = [];
  let time = 0;
  const options: SendOptions = {
    version: '1.2.3',
    now: () => time,
    pause: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
    patienceMs: 60_000,
    ...more,
  };
  const send = (to: Pick<FakeCollector, 'url'>, given: readonly Span[] = spans) =>
    sendSpans(given, readCollector({}, to.url), options);
  return { send, pauses };
}

it('sends what has ended, once', async () => {
  const collector = await startFakeCollector();
  const { endedAt: _ended, ...open } = { ...spans[0], spanId: 'f'.repeat(16) } as Span;
  const { send } = sending();
  expect(await send(collector, [...spans, open])).toEqual({ accepted: 5, dropped: 0 });
  expect(collector.acceptedIds).toEqual(ids);
  expect(collector.received).toMatchObject([
    { path: '/v1/traces', headers: { 'content-type': 'application/json' } },
  ]);
  expect(await send(collector, [])).toEqual({ accepted: 0, dropped: 0 });
  expect(collector.received).toHaveLength(1);
});

it.each([429, 503])('waits as long as a collector asks for that answers %i', async (status) => {
  const collector = await startFakeCollector((response, request) => {
    if (request > 2) return false;
    response.writeHead(status, { 'retry-after': '7' }).end();
    return true;
  });
  const { send, pauses } = sending();
  expect(await send(collector)).toEqual({ accepted: 5, dropped: 0 });
  expect(pauses).toEqual([7000, 7000]);
  expect(collector.acceptedIds).toEqual(ids);
});

it('gives up a collector that never has room', async () => {
  const collector = await startFakeCollector((response) => {
    response.writeHead(503, { 'retry-after': '86400' }).end();
    return true;
  });
  const { send, pauses } = sending();
  const problem = 'the collector answered 503';
  expect(await send(collector)).toEqual({ accepted: 0, dropped: 5, problem });
  expect(pauses).toEqual([60_000]);
});

it.each([400, 401, 404, 413, 500, 502])('does not send again after %i', async (status) => {
  const collector = await startFakeCollector((response) => {
    response.writeHead(status, { 'retry-after': '1' }).end('no');
    return true;
  });
  const problem = `the collector answered ${status}`;
  expect(await sending().send(collector)).toEqual({ accepted: 0, dropped: 5, problem });
  expect(collector.received).toHaveLength(1);
});

it('follows no redirect, which would take the key along', async () => {
  const other = await startFakeCollector();
  const collector = await startFakeCollector((response) => {
    response.writeHead(307, { location: `${other.url}/v1/traces` }).end();
    return true;
  });
  expect(await sending().send(collector)).toMatchObject({ accepted: 0, dropped: 5 });
  expect(other.received).toHaveLength(0);
});

it('counts the spans that a collector refused, and does not send them again', async () => {
  const collector = await startFakeCollector((response) => {
    response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}');
    return true;
  });
  expect(await sending().send(collector)).toEqual({
    accepted: 3,
    dropped: 2,
    problem: 'the collector rejected spans: too old',
  });
  expect(collector.received).toHaveLength(1);
});

it.each(['not JSON', '[]', '{"partialSuccess":7}', '{"partialSuccess":{"rejectedSpans":"x"}}'])(
  'takes a positive answer as such, whatever its text: %s',
  async (text) => {
    const collector = await startFakeCollector((response) => {
      response.end(text);
      return true;
    });
    expect(await sending().send(collector)).toEqual({ accepted: 5, dropped: 0 });
  },
);

it('tries an address again at which nobody listens', async () => {
  const { url } = await startFakeCollector();
  const { port } = new URL(url);
  let tries = 0;
  const { send, pauses } = sending({
    post: async (address, posted) => {
      tries += 1;
      if (tries < 3) throw refused(port);
      return postText(address, posted);
    },
  });
  expect(await send({ url })).toEqual({ accepted: 5, dropped: 0 });
  expect(pauses).toEqual([100, 200]);
});

function refused(port: string): Error {
  const cause = Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  return new TypeError('fetch failed', { cause });
}

it('does not send again what may have arrived', async () => {
  const broken = await startFakeCollector((response) => {
    response.destroy();
    return true;
  });
  const { send, pauses } = sending();
  expect(await send(broken)).toMatchObject({ accepted: 0, dropped: 5 });
  const silent = await startFakeCollector(() => true);
  const problem = 'the collector did not respond within 20 ms';
  expect(await sending({ timeoutMs: 20 }).send(silent)).toEqual({
    accepted: 0,
    dropped: 5,
    problem,
  });
  expect(pauses).toEqual([]);
});

it('gives memory back when its bytes have left, and not before', async () => {
  const collector = await startFakeCollector();
  const given: number[] = [];
  const memory: TextBufferPool = {
    take: () => Buffer.alloc(64 * 1024),
    giveBack: (pieces) => void given.push(pieces.length),
  };
  await sending({ memory }).send(collector);
  expect(given).toEqual([1]);
  const post: PostText = async (url, posted) => ({
    ...(await postText(url, posted)),
    isSent: false,
  });
  await sending({ memory, post }).send(collector);
  expect(given).toEqual([1]);
});

it('ends when it is told to', async () => {
  const stop = new AbortController();
  const collector = await startFakeCollector(() => {
    stop.abort(new Error('stopped'));
    return true;
  });
  await expect(sending({ signal: stop.signal }).send(collector)).rejects.toThrow('stopped');
});

it('divides many and large spans, and leaves out one that is too large', async () => {
  const collector = await startFakeCollector();
  const [first] = spans;
  const made = (index: number, text: string): Span => ({
    ...(first as Span),
    spanId: index.toString(16).padStart(16, '0'),
    attributes: { 'timestep.text': text },
  });
  const many = Array.from({ length: 600 }, (_, index) => made(index + 1, 'short'));
  expect(await sending().send(collector, many)).toEqual({ accepted: 600, dropped: 0 });
  expect(collector.received).toHaveLength(2);
  const large = [1, 2, 3].map((index) => made(index + 1000, 'x'.repeat(3_000_000)));
  const tooLarge = made(2000, 'x'.repeat(5_000_000));
  expect(await sending().send(collector, [...large, tooLarge])).toMatchObject({
    accepted: 3,
    dropped: 1,
    problem: expect.stringContaining('longer than') as string,
  });
  expect(collector.received).toHaveLength(5);
  expect(new Set(collector.acceptedIds).size).toBe(603);
});
