import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { postText } from './post-text.ts';
import { isUnsent } from './network-errors.ts';

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const POSTED = {
  headers: { 'content-type': 'text/plain' },
  text: 'grüße',
  answerLimit: 100,
  signal: new AbortController().signal,
};

it('posts a text with its length, and gives the answer', async () => {
  const seen: unknown[] = [];
  const url = await listening((request, response) => {
    const { method, url: path, headers } = request;
    request.setEncoding('utf8').on('data', (text) => {
      seen.push([method, path, headers['content-type'], headers['content-length'], text]);
      response.writeHead(429, { 'retry-after': '3' }).end('später');
    });
  });
  expect(await postText(`${url}/v1/traces?a=b`, POSTED)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3' },
    text: 'später',
    isSent: true,
  });
  expect(seen).toEqual([['POST', '/v1/traces?a=b', 'text/plain', '7', 'grüße']]);
});

it('posts a text in pieces as one', async () => {
  const seen: unknown[] = [];
  const url = await listening((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      seen.push(request.headers['content-length'], text);
      response.end();
    });
  });
  const text = ['grü', 'ße'].map((piece) => Buffer.from(piece));
  expect(await postText(url, { ...POSTED, text })).toMatchObject({ status: 200 });
  expect(seen).toEqual(['7', 'grüße']);
});

it('follows no redirect', async () => {
  let elsewhere = 0;
  const other = await listening((_, response) => {
    elsewhere += 1;
    response.end();
  });
  const url = await listening((request, response) => {
    request.resume();
    response.writeHead(307, { location: other }).end();
  });
  expect((await postText(url, POSTED)).status).toBe(307);
  expect(elsewhere).toBe(0);
});

it('keeps the beginning of an answer without an end', async () => {
  const url = await listening((request, response) => {
    request.resume();
    const pour = (): void => {
      while (response.write('x'.repeat(1000)));
      response.once('drain', pour);
    };
    pour();
  });
  expect((await postText(url, POSTED)).text).toBe('x'.repeat(100));
});

it('takes an answer that breaks off as far as it came', async () => {
  const url = await listening((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  expect(await postText(url, POSTED)).toMatchObject({ status: 200, text: 'half' });
});

it('rejects with what is wrong with the connection', async () => {
  const url = await listening((_, response) => response.destroy());
  const broken = await postText(url, POSTED).catch((thrown: unknown) => thrown);
  expect(broken).toMatchObject({ code: 'ECONNRESET' });
  expect(isUnsent(broken)).toBe(false);
  const refused = await postText('http://127.0.0.1:1', POSTED).catch((thrown: unknown) => thrown);
  expect(isUnsent(refused)).toBe(true);
});

it('rejects with the reason of the signal, before and after it was sent', async () => {
  const stop = new AbortController();
  const url = await listening(() => stop.abort(new Error('stopped')));
  const { signal } = stop;
  await expect(postText(url, { ...POSTED, signal })).rejects.toThrow('stopped');
  await expect(postText(url, { ...POSTED, signal })).rejects.toThrow('stopped');
});

it('says that a text had not left where the answer came before', async () => {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
  expect(await postText(url, { ...POSTED, text })).toMatchObject({ text: 'ok', isSent: false });
});
