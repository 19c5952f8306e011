import { describe, expect, it } from 'vitest';
import type { FetchHandler } from '#protocols/http';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connectEnvironment } from './connect-environment.ts';

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const context = { key: 'key', attempt: 1, task, signal };
const call = { id: 'call', name: 'greet', arguments: {} };

/** A server of 2025 only, which forgets its sessions when told to, as one that is restarted does. */
function forgetful() {
  const build = () =>
    createEnvironmentHandler({
      name: 'test',
      version: '1.0.0',
      tools: [{ name: 'greet', execute: () => 'hello' }],
    });
  let handler = build();
  let initializations = 0;
  let unread = 0;
  const serve: FetchHandler = async (request) => {
    const body = request.method === 'POST' ? await request.clone().text() : '';
    if (body.includes('server/discover')) return new Response(null, { status: 404 });
    if (body.includes('"initialize"')) initializations += 1;
    const response = await handler(request);
    if (response.status === 404) unread += 1;
    return response;
  };
  return {
    serve,
    restart() {
      handler = build();
    },
    initializations: () => initializations,
    unread: () => unread,
    sessions: () => handler.openSessions(),
  };
}

describe('a session that the server has forgotten', () => {
  it('is begun again, once for all who notice, and their calls are made', async () => {
    const server = forgetful();
    const environment = await connectEnvironment({ handler: server.serve });
    expect(server.initializations()).toBe(1);
    server.restart();
    const results = await Promise.all(
      Array.from({ length: 5 }, () => environment.callTool(call, context)),
    );
    expect(results).toEqual(Array.from({ length: 5 }, () => ({ content: 'hello' })));
    expect(server.unread()).toBeGreaterThanOrEqual(5);
    expect(server.initializations()).toBe(2);
    await environment.close();
  });

  it('is begun again only once for a call: a server that always forgets is given up on', async () => {
    const server = forgetful();
    const environment = await connectEnvironment({
      handler: async (request) => {
        const body = request.method === 'POST' ? await request.clone().text() : '';
        return body.includes('tools/call')
          ? new Response(null, { status: 404 })
          : server.serve(request);
      },
    });
    const result = await environment.callTool(call, context);
    expect(result.isError).toBe(true);
    expect(server.initializations()).toBe(2);
    await environment.close();
  });

  it('does not cost the calls that are still running in it', async () => {
    const running = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    const handler = createEnvironmentHandler({
      name: 'test',
      version: '1.0.0',
      tools: [
        { name: 'greet', execute: () => 'hello' },
        {
          name: 'wait',
          execute() {
            running.resolve();
            return late.promise;
          },
        },
      ],
    });
    let forgotten: string | null = null;
    const environment = await connectEnvironment({
      async handler(request) {
        const session = request.headers.get('mcp-session-id');
        const body = request.method === 'POST' ? await request.clone().text() : '';
        if (body.includes('server/discover')) return new Response(null, { status: 404 });
        if (body.includes('wait')) forgotten = session;
        const isLost = body.includes('greet') && session === forgotten;
        return isLost ? new Response(null, { status: 404 }) : handler(request);
      },
    });
    const waiting = environment.callTool({ ...call, name: 'wait' }, context);
    await running.promise;
    expect(await environment.callTool(call, context)).toEqual({ content: 'hello' });
    late.resolve('at last');
    expect(await waiting).toEqual({ content: 'at last' });
    await environment.close();
  });

  it('is ended at the server when the client closes', async () => {
    const server = forgetful();
    const environment = await connectEnvironment({ handler: server.serve });
    expect(server.sessions()).toBe(1);
    await environment.close();
    expect(server.sessions()).toBe(0);
  });
});

describe('a process that has died', () => {
  it('is started again for the next call', async () => {
    const program = `
      process.stdin.on('data', (data) => {
        for (const line of String(data).trim().split('\\n')) {
          const { id, method } = JSON.parse(line);
          const serverInfo = { name: 'dying', version: '1' };
          const results = {
            initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
            'tools/call': { content: [{ type: 'text', text: String(process.pid) }] },
          };
          const result = results[method];
          if (id === undefined) continue;
          const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } };
          console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
          if (method === 'tools/call') setImmediate(() => process.exit());
        }
      });`;
    const environment = await connectEnvironment({
      command: process.execPath,
      args: ['--eval', program],
    });
    const first = await environment.callTool(call, context);
    await expect
      .poll(async () => (await environment.callTool(call, context)).content)
      .toMatch(/^\d+$/);
    const last = await environment.callTool(call, context);
    expect(first.content).toMatch(/^\d+$/);
    expect(last.content).not.toBe(first.content);
    await environment.close();
  });
});
