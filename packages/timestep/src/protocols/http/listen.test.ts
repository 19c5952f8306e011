import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as later } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createJsonReader, type BodyLimits } from './read-body.ts';
import { listen } from './listen.ts';

it('serves, and ends open responses when closed', async () => {
  const server = await listen(() => new Response('hello'), { port: 0 });
  expect(await (await fetch(server.url)).text()).toBe('hello');
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});

it('keeps idle connections for longer than proxies do', async () => {
  const server = await listen(() => new Response('hello'), { port: 0 });
  const answer = await fetch(server.url);
  await answer.text();
  expect(answer.headers.get('keep-alive')).toBe('timeout=65');
  await server.close();
});

it('refuses addresses that others can reach, unless callers prove who they are', async () => {
  await expect(listen(() => new Response(), { port: 0, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'auth-required',
  });
});

it('says what to do about a port in use', async () => {
  const server = await listen(() => new Response(), { port: 0 });
  await expect(listen(() => new Response(), { port: server.port })).rejects.toThrow(
    /choose another port/,
  );
  await server.close();
});

/** What a server answers to bytes that may be no whole request, until it closes the connection. */
async function answerTo(sent: string | Buffer, limits: BodyLimits): Promise<string> {
  const readJson = createJsonReader(limits);
  const server = await listen(
    async (request) => {
      const body = await readJson(request);
      return new Response(JSON.stringify(body), { status: body.ok ? 200 : body.status });
    },
    { port: 0 },
  );
  const socket = connect(server.port, '127.0.0.1');
  socket.write(sent);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  await server.close(0);
  return answer;
}

const POST = 'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n';
const CHUNK = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
const ZIPPED = gzipSync('{}');

it.each<[string, string | Buffer, BodyLimits, number]>([
  ['a body that declares too much', `${POST}content-length: 9999\r\n\r\n`, { bodyLimit: 999 }, 413],
  [
    'chunks that become too much',
    `${POST}transfer-encoding: chunked\r\n\r\n${CHUNK.repeat(50)}`,
    { bodyLimit: 100_000 },
    413,
  ],
  ['a short body that stalls', `${POST}content-length: 9\r\n\r\n"be`, { bodyTimeoutMs: 20 }, 408],
  [
    'a long body that stalls',
    `${POST}content-length: 99999\r\n\r\n"be`,
    { bodyTimeoutMs: 20 },
    408,
  ],
  [
    'a body that there is no room for',
    `${POST}content-length: 99999\r\n\r\n${'x'.repeat(40_000)}`,
    { unfinishedLimit: 20_000 },
    503,
  ],
  [
    'a compressed body',
    Buffer.concat([
      Buffer.from(`${POST}content-encoding: gzip\r\ncontent-length: ${ZIPPED.length}\r\n\r\n`),
      ZIPPED,
    ]),
    {},
    415,
  ],
])('tells whoever sends %s, and lets them go', async (_name, sent, limits, status) => {
  expect(await answerTo(sent, limits)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

/** Stops the timers of the server, so that a sender on a busy machine is not given up. */
function waitWithoutEnd(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('answers before it closes a connection on which a body is still on its way', async () => {
  const listening = await listen(async () => new Response('no', { status: 404 }), { port: 0 });
  onTestFinished(() => listening.close(0));
  waitWithoutEnd();
  const socket = connect(listening.port, '127.0.0.1');
  await once(socket, 'connect');
  // Bytes that arrive at a closed connection reset it, and a reset throws away what was not read.
  socket.pause();
  const head = ['DELETE /x HTTP/1.1', 'host: localhost', 'connection: close', 'content-length: 50'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let sent = 0; sent < 50; sent += 1) {
    await later();
    socket.write('x');
  }
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toMatch(/no$/);
});

it('answers a sender of many megabytes that it does not read', async () => {
  const listening = await listen(async () => new Response('no', { status: 404 }), { port: 0 });
  onTestFinished(() => listening.close(0));
  waitWithoutEnd();
  const socket = connect(listening.port, '127.0.0.1');
  const bytes = 20 * 1024 * 1024;
  const head = [
    'GET /x HTTP/1.1',
    'host: localhost',
    'connection: close',
    `content-length: ${bytes}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 'x'));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*no$/);
});
