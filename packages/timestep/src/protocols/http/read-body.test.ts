import { expect, it, onTestFinished, vi } from 'vitest';
import { createJsonReader, type BodyLimits } from './read-body.ts';

const MANY: BodyLimits = { bodyLimit: 2_000_000 };

function post(
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
}

/** Chunks of digits, and how many of them were asked for. */
function chunks(size: number, count: number): { body: ReadableStream<Uint8Array>; sent(): number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === count) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(size).fill(49));
    },
  });
  return { body, sent: () => sent };
}

/** A body that goes on only when it is told to. */
function open() {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const left = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (stream = controller),
    cancel: () => left.resolve(),
  });
  return {
    request: post(body),
    send: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    end: () => stream?.close(),
    breakOff: () => stream?.error(new Error('secret detail')),
    left: left.promise,
  };
}

it('reads JSON, brackets in strings included', async () => {
  const text = JSON.stringify({ text: '[[['.repeat(200), nested: [[{}]], sign: '☀' });
  const read = createJsonReader();
  const expected = { ok: true, value: JSON.parse(text) };
  expect(await read(post(text))).toEqual(expected);
  const length = String(Buffer.byteLength(text));
  expect(await read(post(text, { 'content-length': length }))).toEqual(expected);
  expect(await read(post(text, { 'content-encoding': 'identity' }))).toEqual(expected);
});

it('puts characters together that came apart', async () => {
  const bytes = new TextEncoder().encode('"☀☀"');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await createJsonReader()(post(body))).toEqual({ ok: true, value: '☀☀' });
});

it.each<[string, Request, BodyLimits, number]>([
  ['no JSON', post('{oops'), MANY, 400],
  ['nothing', new Request('http://localhost/'), MANY, 400],
  ['more than allowed', post('x', { 'content-length': '5000' }), { bodyLimit: 1000 }, 413],
  ['more than it says it is', post(chunks(400, 5).body), { bodyLimit: 1000 }, 413],
  ['a megabyte of nesting', post('['.repeat(1_000_000)), MANY, 400],
  ['what is compressed', post('x', { 'content-encoding': 'gzip' }), MANY, 415],
  ['more than there is room for', post(chunks(400, 5).body), { unfinishedLimit: 1000 }, 503],
])('refuses %s', async (_name, request, limits, status) => {
  expect(await createJsonReader(limits)(request)).toMatchObject({ ok: false, status });
});

it('stops reading where it is too much', async () => {
  const endless = chunks(1000, 1_000_000);
  const read = createJsonReader({ bodyLimit: 10_000 });
  expect(await read(post(endless.body))).toMatchObject({ status: 413 });
  expect(endless.sent()).toBeLessThan(20);
});

it('stops waiting for a body that stalls', async () => {
  const stalled = open();
  const reading = createJsonReader({ bodyTimeoutMs: 5 })(stalled.request);
  stalled.send('"be');
  expect(await reading).toMatchObject({ status: 408 });
  await stalled.left;
});

it('says that a body broke off, and not why', async () => {
  const broken = open();
  const reading = createJsonReader()(broken.request);
  broken.breakOff();
  expect(await reading).toEqual({ ok: false, status: 400, message: 'the body ended early' });
});

it('gives up the oldest of too many bodies, and reads the others', async () => {
  const room = 16 * 1024;
  const read = createJsonReader({ unfinishedLimit: 3 * room });
  const bodies = Array.from({ length: 5 }, open);
  const readings = bodies.map(async ({ request }) => read(request));
  for (const { send } of bodies) send('"');
  expect(await readings[0]).toMatchObject({ status: 503 });
  expect(await readings[1]).toMatchObject({ status: 503 });
  await bodies[0]?.left;
  for (const { send, end } of bodies.slice(2)) {
    send('"');
    end();
  }
  expect(await Promise.all(readings.slice(2))).toEqual(
    Array.from({ length: 3 }, () => ({ ok: true, value: '' })),
  );
  // What has arrived takes no room any more.
  for (let more = 0; more < 9; more += 1) {
    expect(await read(post(chunks(100, 10).body))).toMatchObject({ ok: true });
  }
});

it('does not read a body of which it has told that it came too late', async () => {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        controller.enqueue(Buffer.from('["late"]'));
        controller.close();
      };
    },
  });
  const refused = await createJsonReader({ bodyTimeoutMs: 5 })(
    post(body, { 'content-length': '8' }),
  );
  expect(refused).toMatchObject({ ok: false, status: 408 });
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  end();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(parse.mock.calls.filter(([text]) => text === '["late"]')).toEqual([]);
});
