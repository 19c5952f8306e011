import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import {
  connectEnvironment,
  type ConnectedEnvironment,
  type EnvironmentTarget,
} from '@timestep-ai/timestep/mcp';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** What an old server does differently in a test. */
interface Oddity {
  /** The status of a POST to the address of the stream. */
  readonly post?: number;
  /** What must stand in the header `authorization`. */
  readonly key?: string;
}

/** A server of the transport of 2024-11-05, which the first SDK still has. */
async function oldServer({ post = 404, key }: Oddity = {}) {
  const streams = new Map<string, { transport: SSEServerTransport; response: ServerResponse }>();
  const seen: string[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    seen.push(`${request.method} ${pathname}`);
    if (key !== undefined && request.headers.authorization !== key) {
      response.writeHead(401).end();
    } else if (request.method === 'GET' && pathname === '/sse') {
      const server = new McpServer({ name: 'old', version: '1.0.0' });
      server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      const transport = new SSEServerTransport('/messages', response);
      streams.set(transport.sessionId, { transport, response });
      await server.connect(transport);
    } else if (request.method === 'POST' && pathname === '/messages') {
      const stream = streams.get(searchParams.get('sessionId') ?? '');
      if (stream) await stream.transport.handlePostMessage(request, response);
      else response.writeHead(404).end();
    } else {
      response.writeHead(post).end();
    }
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  closers.push(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sse`,
    seen,
    close,
    /** Breaks off every stream, as a server does that starts again. */
    drop: () => {
      for (const { response } of streams.values()) response.destroy();
      streams.clear();
    },
  };
}

async function connected(
  target: EnvironmentTarget,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectedEnvironment> {
  const environment = await connectEnvironment(target, { headers, patienceMs: 0 });
  closers.push(() => environment.close());
  return environment;
}

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };

function echo(environment: ConnectedEnvironment, text: string) {
  const context = { key: text, attempt: 1, task, signal };
  return environment.callTool({ id: text, name: 'echo', arguments: { text } }, context);
}

describe('our client at a server of the old HTTP with SSE', () => {
  it('speaks it at once where the target says so', async () => {
    const { url, seen } = await oldServer();
    const environment = await connected({ url, transport: 'sse' });
    expect(await echo(environment, 'hello')).toEqual({ content: 'hello' });
    expect(seen[0]).toBe('GET /sse');
  });

  it.each([400, 404, 405])('falls back to it where a POST is answered with %i', async (post) => {
    const { url, seen } = await oldServer({ post });
    const environment = await connected({ url });
    expect(await echo(environment, 'hello')).toEqual({ content: 'hello' });
    expect(seen[0]).toBe('POST /sse');
  });

  it('does not fall back where the target says which transport it has', async () => {
    const { url, seen } = await oldServer();
    await expect(connected({ url, transport: 'streamable-http' })).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect(seen).not.toContain('GET /sse');
  });

  it('tells the first failure where neither transport is there', async () => {
    const { url } = await oldServer();
    const elsewhere = url.replace('/sse', '/elsewhere');
    await expect(connected({ url: elsewhere })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('POST'),
    });
  });

  it('begins a new session where the stream broke off', async () => {
    const { url, drop, seen } = await oldServer();
    const environment = await connected({ url, transport: 'sse' });
    expect(await echo(environment, 'before')).toEqual({ content: 'before' });
    drop();
    await expect
      .poll(async () => (await echo(environment, 'after')).content, { timeout: 10_000 })
      .toBe('after');
    expect(seen.filter((one) => one === 'GET /sse')).toHaveLength(2);
  });

  it('sends the headers, and says that they are missing', async () => {
    const { url } = await oldServer({ key: 'Bearer k' });
    const environment = await connected({ url, transport: 'sse' }, { authorization: 'Bearer k' });
    expect(await echo(environment, 'hello')).toEqual({ content: 'hello' });
    await expect(connected({ url, transport: 'sse' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('waits for one that is not there yet', async () => {
    const { url, close } = await oldServer();
    await close();
    const target = { url, transport: 'sse' } as const;
    let pauses = 0;
    const pause = async () => void (pauses += 1);
    const waiting = connectEnvironment(target, { pause, patienceMs: 300, now: () => pauses * 100 });
    await expect(waiting).rejects.toMatchObject({ code: 'unreachable' });
    expect(pauses).toBeGreaterThan(0);
  });
});
