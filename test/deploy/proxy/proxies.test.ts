import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent, fetch, WebSocket, type Response } from 'undici';
import { freePort } from '../../interop/page-session.ts';
import { startCaddy } from './behind-caddy.ts';
import { startNginx } from './behind-nginx.ts';
import type { Proxy } from './proxy.ts';
import { startServer } from './server-behind-proxy.ts';
import { startSlowModel, type SlowModel } from './slow-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let model: SlowModel;
let proxy: Proxy;
let servers: readonly number[];
let dispatcher: Agent;
/** Host and port of the proxy, whose certificate is for the host. */
let site: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'desk'));
  const manifest = { metadata: { name: 'Desk' }, settings: { model: 'lmstudio/m' } };
  writeFileSync(join(folder, 'desk/tsagent.json'), JSON.stringify(manifest));
  model = await startSlowModel();
  servers = [await freePort(), await freePort()];
});

afterAll(() => model.close());

async function serving(index: 0 | 1) {
  const child = await startServer(folder, servers[index] ?? 0, model.url);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`https://${site}${path}`, { dispatcher, headers });
}

/** Asks for a stream, and reads until its first text. */
async function startStream() {
  const response = await fetch(`https://${site}/v1/responses`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'desk', input: 'Where is the station?', stream: true }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  async function readUntil(part: string): Promise<string> {
    while (!received.includes(part)) {
      const next = await reader?.read();
      if (!next || next.done) return received;
      received += next.value;
    }
    return received;
  }
  await readUntil('"delta":"Straight"');
  return readUntil;
}

describe.each([
  { name: 'nginx', startProxy: startNginx },
  { name: 'Caddy', startProxy: startCaddy },
])('$name', ({ name, startProxy }) => {
  beforeAll(async () => {
    const port = await freePort();
    const files = join(folder, name);
    mkdirSync(files);
    proxy = await startProxy({ folder: files, port, servers });
    site = `agents.example:${port}`;
    const lookup: LookupFunction = (_name, _options, found) => {
      found(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    dispatcher = new Agent({ connect: { ca: proxy.certificate, lookup } });
  });

  afterAll(async () => {
    await dispatcher.destroy();
    const ended = once(proxy.process, 'exit');
    proxy.process.kill('SIGQUIT');
    await ended;
  });

  it('passes each part of a stream on while the model still speaks', async () => {
    await serving(0);
    const readUntil = await startStream();
    // The model has said one word, and says the other one only now.
    model.finish();
    expect(await readUntil('response.completed')).toContain('Straight on.');
  });

  it('passes requests with a body on while one of two servers is away', async () => {
    await serving(0);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } });
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
    for (let index = 0; index < 10; index++) {
      const answer = await fetch(`https://${site}/`, { method: 'POST', dispatcher, headers, body });
      expect(await answer.text()).toContain('-32001');
    }
  });

  it('passes WebSockets on', async () => {
    await serving(0);
    const socket = new WebSocket(`wss://${site}/v1/responses`, { dispatcher });
    const done = Promise.withResolvers<string>();
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('"delta":"Straight"')) model.finish();
      if (String(data).includes('"response.completed"')) done.resolve(String(data));
    });
    socket.addEventListener('close', () => done.reject(new Error('closed')));
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'response.create', model: 'desk', input: 'Where?' }));
    });
    expect(await done.promise).toContain('Straight on.');
    socket.close();
  });

  it('tells the server the name and scheme by which callers see it', async () => {
    await serving(0);
    const answer = await get('/.well-known/agent-card.json');
    const card = (await answer.json()) as { readonly url?: string };
    expect(JSON.stringify(card)).toContain('"https://agents.example');
    expect(JSON.stringify(card)).not.toContain('127.0.0.1');
  });

  it.each([
    ['x-forwarded-prefix', '/forged'],
    ['x-forwarded-host', 'forged.example'],
    ['x-forwarded-proto', 'forged'],
  ])('passes no %s of a caller on', async (header, value) => {
    await serving(0);
    const answer = await get('/.well-known/agent-card.json', { [header]: value });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('"https://agents.example');
    expect(text).not.toContain('forged');
  });

  it('cuts no stream and refuses no request while servers and proxy restart in turn', async () => {
    const [old] = await Promise.all([serving(0), serving(1)]);
    // Both servers have a stream, because requests go to them in turn.
    const streams = [await startStream(), await startStream()];
    await proxy.reload();
    old.kill('SIGTERM');
    const ended = once(old, 'exit');
    for (let index = 0; index < 10; index++) {
      expect((await get('/.well-known/agent-card.json')).status).toBe(200);
    }
    model.finish();
    for (const readUntil of streams) {
      expect(await readUntil('response.completed')).toContain('Straight on.');
    }
    await ended;
    await serving(0);
    expect((await get('/.well-known/agent-card.json')).status).toBe(200);
  });
});
