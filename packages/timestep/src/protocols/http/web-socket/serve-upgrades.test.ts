import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, type FetchHandler, type ListeningServer, type ListenOptions } from '../listen.ts';
import { isUpgradeRequest, acceptWebSocket, type WebSocketHandler } from './accept-web-socket.ts';

async function served(
  talk: WebSocketHandler,
  options: Partial<ListenOptions> = {},
): Promise<ListeningServer> {
  const answer: FetchHandler = (asked) =>
    isUpgradeRequest(asked) && new URL(asked.url).pathname === '/talk'
      ? acceptWebSocket(talk)
      : new Response('no socket', { status: 403 });
  const listening = await listen(answer, { port: 0, ...options });
  onTestFinished(() => listening.close(0));
  return listening;
}

/** A client that is not ours, and what it hears. */
async function client({ url }: ListeningServer, path = '/talk') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`);
  const heard: unknown[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(data));
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.addEventListener('close', resolve);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return { socket, heard, closed };
}

const echoing: WebSocketHandler = async (socket) => {
  for await (const text of socket.texts) {
    if (text === 'fail') throw new Error('out of order');
    if (text === 'bye') return;
    await socket.send(text);
  }
};

describe('a WebSocket', () => {
  it('carries texts both ways, long ones too', async () => {
    const { socket, heard } = await client(await served(echoing));
    const texts = ['hello', '', 'grüße 世界', 'x'.repeat(200_000), '{"a":1}'];
    texts.forEach((text) => socket.send(text));
    await expect.poll(() => heard).toEqual(texts);
  });

  it('is closed when the talk is over', async () => {
    const { socket, closed } = await client(await served(echoing));
    socket.send('bye');
    expect(await closed).toMatchObject({ code: 1000, wasClean: true });
  });

  it('is closed without the reason when the talk fails', async () => {
    const errors: unknown[] = [];
    const onError = (thrown: unknown): void => void errors.push(thrown);
    const { socket, closed } = await client(await served(echoing, { onError }));
    socket.send('fail');
    expect(await closed).toMatchObject({ code: 1011, reason: 'the server failed' });
    expect(errors).toEqual([new Error('out of order')]);
  });

  it('tells the talk when the peer is gone', async () => {
    const left = Promise.withResolvers<void>();
    const { socket, closed } = await client(
      await served(async ({ signal }) => {
        await once(signal, 'abort');
        left.resolve();
      }),
    );
    socket.close();
    await left.promise;
    expect((await closed).wasClean).toBe(true);
  });

  it('holds messages to their bound', async () => {
    const { socket, closed } = await client(await served(echoing, { messageLimit: 10 }));
    socket.send('x'.repeat(11));
    expect(await closed).toMatchObject({ code: 1009 });
  });

  it('refuses what is not text', async () => {
    const { socket, closed } = await client(await served(echoing));
    socket.send(new Uint8Array(3));
    expect(await closed).toMatchObject({ code: 1003 });
  });

  it('drops a peer that does not respond', async () => {
    const { port } = await served(echoing, { pingMs: 20 });
    const socket = connect(port, '127.0.0.1');
    socket.write(`${UPGRADE}\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(String(head)).toMatch(/^HTTP\/1\.1 101 /);
    socket.resume();
    await once(socket, 'close');
  });

  it('ends what it is doing when the server closes', async () => {
    const doing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const server = await served(async (socket) => {
      for await (const text of socket.texts) {
        doing.resolve();
        await goOn.promise;
        await socket.send(`${text}!`);
      }
    });
    const { socket, heard, closed } = await client(server);
    socket.send('last');
    await doing.promise;
    const closing = server.close(60_000);
    goOn.resolve();
    await closing;
    await closed;
    expect(heard).toEqual(['last!']);
  });

  it('is dropped when what it is doing takes too long', async () => {
    const server = await served(() => new Promise<void>(() => undefined));
    const { closed } = await client(server);
    void server.close(0);
    expect((await closed).code).toBe(1006);
  });
});

const UPGRADE =
  'GET /talk HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** What is answered to a request for a WebSocket that is not accepted. */
async function answerTo(sent: string): Promise<string> {
  const { port } = await served(echoing);
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  let answer = '';
  for await (const bytes of socket) answer += String(bytes);
  return answer;
}

describe('a request for a WebSocket', () => {
  it('is answered as any other where the route refuses it', async () => {
    const answer = await answerTo(`${UPGRADE.replace('/talk', '/other')}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 \r\n[^]*no socket$/);
  });

  it.each([
    ['of another version', UPGRADE.replace('version: 13', 'version: 7')],
    ['without a key', UPGRADE.replace(/sec-websocket-key.*\r\n/, '')],
    ['with a key of another length', UPGRADE.replace('ZQ==', 'ZQ')],
  ])('%s is refused', async (_what, sent) => {
    expect(await answerTo(`${sent}\r\n`)).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  });

  it('is refused over a connection that stays as it is', async () => {
    const { url } = await served(echoing);
    const asked = request(`${url}/talk`, { headers: { upgrade: 'h2c', connection: 'Upgrade' } });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [{ readonly statusCode: number }];
    expect(answer.statusCode).toBe(403);
  });
});
