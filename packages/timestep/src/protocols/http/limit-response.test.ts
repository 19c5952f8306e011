import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AnswerTooLargeError,
  readBodyWithLimit,
  limitFetch,
  isAnswerTooLarge,
} from './limit-response.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const MEGABYTE = 1024 * 1024;
/** A member of a gzip file: many of them one after the other are one as well. */
const ZIPPED = gzipSync(Buffer.alloc(MEGABYTE, 32));

/** Sends a chunk as often as it is taken; tells how often it was. */
async function sending(
  chunk: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly sent: () => number; readonly closed: Promise<void> }> {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.once('close', closed.resolve);
    const send = (): void => {
      while (!response.destroyed) {
        sent += 1;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
    };
    send();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, sent: () => sent, closed: closed.promise };
}

async function failureOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.then(
    () => 'read',
    (thrown: unknown) => thrown,
  );
}

/** The ways to read an answer within bounds. */
const READINGS = {
  'an answer': async (url: string) => (await limitFetch(fetch, MEGABYTE)(url)).text(),
  'a body': async (url: string) => {
    for await (const chunk of readBodyWithLimit(await fetch(url), MEGABYTE))
      expect(chunk).toBeTruthy();
  },
};

const ENDLESS: readonly [string, Uint8Array, Record<string, string>][] = [
  ['an endless answer', Buffer.alloc(64 * 1024, 32), {}],
  ['an endless compressed answer', ZIPPED, { 'content-encoding': 'gzip' }],
  [
    'an endless event',
    Buffer.from(`data: ${'x'.repeat(8000)}\r\n`),
    { 'content-type': 'text/event-stream; charset=utf-8' },
  ],
  ['an endless line', Buffer.alloc(8000, 120), { 'content-type': 'text/event-stream' }],
  [
    'an endless compressed line',
    ZIPPED,
    { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' },
  ],
  [
    'endless events',
    Buffer.from(`data: ${'x'.repeat(8000)}\r\n\r\n`),
    { 'content-type': 'text/event-stream' },
  ],
];

describe.each(Object.entries(READINGS))('%s', (_way, read) => {
  it.each(ENDLESS)('is not read to its end where it is %s', async (_name, chunk, headers) => {
    const { url, sent, closed } = await sending(chunk, headers);
    const thrown = await failureOf(read(url));
    expect(thrown).toBeInstanceOf(AnswerTooLargeError);
    expect(thrown).toMatchObject({
      code: 'answer-too-large',
      message: expect.stringMatching(/1048576|4194304/),
    });
    // The sender notices; what it had sent by then is what the bound lets in, and what sockets hold.
    await closed;
    expect(sent() * chunk.byteLength).toBeLessThan(24 * MEGABYTE);
  });
});

describe('an answer within its bound', () => {
  it.each<[string, string, string]>([
    ['of text', 'x'.repeat(1000), 'text/plain'],
    ['of events', `data: ${'x'.repeat(900)}\n\n`.repeat(4), 'text/event-stream'],
    ['of events with returns', `data: ${'x'.repeat(900)}\r\n\r\n`.repeat(4), 'text/event-stream'],
  ])('%s passes as it is', async (_name, text, type) => {
    const answering = async (_url: string): Promise<Response> =>
      new Response(text, { status: 201, statusText: 'Made', headers: { 'content-type': type } });
    const answer = await limitFetch(answering, 1000)('http://localhost/');
    expect([answer.status, answer.statusText]).toEqual([201, 'Made']);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await answer.text()).toBe(text);
  });

  it('of events passes however long the stream is, where it may be endless', async () => {
    const text = `data: ${'x'.repeat(900)}\n\n`.repeat(9);
    const headers = { 'content-type': 'text/event-stream' };
    const answering = async (): Promise<Response> => new Response(text, { headers });
    const answer = await limitFetch(answering, 1000, Number.POSITIVE_INFINITY)();
    expect(await answer.text()).toBe(text);
  });

  it('without a body passes as it is', async () => {
    const empty = new Response(null, { status: 204 });
    expect(await limitFetch(async () => empty)()).toBe(empty);
  });

  it('counts an event that came in pieces once', async () => {
    const pieces = ['data: a', 'b\r', '\n', '\r', '\n', 'data: cd\n', '\n'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    const answer = await limitFetch(async () => new Response(body, { headers }), 12)();
    expect(await answer.text()).toBe(pieces.join(''));
  });
});

it('is found behind what others wrap it in', () => {
  const cause = new AnswerTooLargeError('answer-too-large', 'too large');
  expect(isAnswerTooLarge(new Error('failed', { cause: new Error('inner', { cause }) }))).toBe(
    true,
  );
  expect(isAnswerTooLarge(new Error('failed'))).toBe(false);
});
