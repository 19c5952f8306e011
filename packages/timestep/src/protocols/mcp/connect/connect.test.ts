import { HOPS_META } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '#core';
import { listen } from '#protocols/http';
import type { ToolContext } from '#engine/port';
import { ATTEMPT_META, KEY_META } from '../extension.ts';
import type { EnvironmentDefinition, McpTool } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectOptions } from './connect.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function connect(change: Partial<EnvironmentDefinition>, options: ConnectOptions = {}) {
  const definition = { name: 'test', version: '1.0.0', ...change };
  const handler = createEnvironmentHandler(definition);
  const environment = await connectEnvironment({ handler }, options);
  closers.push(
    () => environment.close(),
    () => handler.close(),
  );
  return { environment, handler, definition };
}

const never = new AbortController().signal;

function contextWith(signal = never, metadata: JsonObject = {}): ToolContext {
  const task = { id: 'task', contextId: 'context', agent: 'agent', metadata };
  return { key: 'task:1:call', attempt: 2, task, signal };
}

function calling(name: string, args = {}) {
  return { id: 'call', name, arguments: args };
}

describe('connectEnvironment', () => {
  it('lists every tool, again only after the list has changed', async () => {
    const tools: McpTool[] = [{ name: 'one', execute: () => 1 }];
    let lists = 0;
    const counted = createEnvironmentHandler({ name: 'test', version: '1.0.0', tools });
    const environment = await connectEnvironment({
      handler(request) {
        if (request.headers.get('mcp-method') === 'tools/list') lists += 1;
        return counted(request);
      },
    });
    closers.push(
      () => environment.close(),
      () => counted.close(),
    );
    const names = async () =>
      (await environment.listTools(never)).map((tool) => tool.function.name);
    expect(await Promise.all([names(), names()])).toEqual([['one'], ['one']]);
    expect(await names()).toEqual(['one']);
    expect(lists).toBe(1);
    const more = [...tools, { name: 'two', execute: () => 2 }];
    counted.update({ name: 'test', version: '1.0.0', tools: more });
    await expect.poll(names).toEqual(['one', 'two']);
    expect(lists).toBe(2);
  });

  it('passes the key, the attempt and the hops of a call on', async () => {
    const { environment } = await connect({
      tools: [{ name: 'meta', execute: (_args, { mcp }) => mcp?.request.mcpReq._meta }],
    });
    const context = contextWith(never, { [HOPS_META]: 2, traceparent: '00-a-b-01' });
    const { structured } = await environment.callTool(calling('meta'), context);
    expect(structured).toMatchObject({
      [KEY_META]: 'task:1:call',
      [ATTEMPT_META]: 2,
      [HOPS_META]: 2,
      traceparent: '00-a-b-01',
    });
  });

  it('says in a header which span a call belongs to, and of nothing else', async () => {
    const seen: (readonly [string | null, string | null])[] = [];
    const run = () => 'done';
    const tools = [{ name: 'one', execute: run }];
    const handler = createEnvironmentHandler({ name: 'test', version: '1.0.0', tools });
    const environment = await connectEnvironment({
      handler(request) {
        const { headers } = request;
        seen.push([headers.get('mcp-method'), headers.get('traceparent')]);
        return handler(request);
      },
    });
    closers.push(
      () => environment.close(),
      () => handler.close(),
    );
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await environment.listTools(never);
    await environment.callTool(calling('one', { traceparent }), contextWith());
    await environment.callTool(calling('one'), contextWith(never, { traceparent }));
    expect(seen.filter(([, header]) => header !== null)).toEqual([['tools/call', traceparent]]);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('gives the system prompt for the agent, and none where the server has none', async () => {
    const { environment } = await connect({ systemPrompt: (name) => `Be ${name}.` });
    expect(await environment.systemPrompt('Ann', never)).toBe('Be Ann.');
    const bare = await connectEnvironment({ handler: bareServer });
    closers.push(() => bare.close());
    expect(await bare.systemPrompt('Ann', never)).toBeUndefined();
    expect(await bare.listTools(never)).toEqual([]);
  });

  it('shows the model no more of a result than it may', async () => {
    const tools = [{ name: 'long', execute: () => 'x'.repeat(100) }];
    const { environment } = await connect({ tools }, { resultLimit: 10 });
    const { content } = await environment.callTool(calling('long'), contextWith());
    expect(content).toBe(
      'xxxxxxxxxx\n[cut: the first 10 of 100 characters; to read the rest, call the tool again for a smaller part of its result]',
    );
  });

  it('tells how far a tool has come', async () => {
    const seen: unknown[] = [];
    const tools: McpTool[] = [
      { name: 'slow', execute: async (_args, { progress }) => progress(1, 2, 'half') },
    ];
    const { environment } = await connect(
      { tools },
      { onProgress: ({ name }, progress) => seen.push([name, progress]) },
    );
    const shown: unknown[] = [];
    const emit = (output: object): void => void shown.push(output);
    await environment.callTool(calling('slow'), { ...contextWith(), emit });
    expect(seen).toEqual([['slow', { progress: 1, total: 2, message: 'half' }]]);
    expect(shown).toEqual([{ type: 'progress', text: 'half (1 of 2)' }]);
  });

  it('tells the model when a tool does not respond', async () => {
    const tools = [{ name: 'dead', execute: () => new Promise(() => {}) }];
    const { environment } = await connect({ tools }, { timeoutMs: 20 });
    expect(await environment.callTool(calling('dead'), contextWith())).toEqual({
      content: 'dead may have run, but its result was lost: Request timed out',
      isError: true,
    });
  });

  it('cancels a tool', async () => {
    const controller = new AbortController();
    const aborted = Promise.withResolvers<boolean>();
    const tools: McpTool[] = [
      {
        name: 'wait',
        execute(_args, { signal }) {
          signal.addEventListener('abort', () => aborted.resolve(signal.aborted));
          controller.abort(new Error('enough'));
          return new Promise(() => {});
        },
      },
    ];
    const { environment } = await connect({ tools });
    const call = environment.callTool(calling('wait'), contextWith(controller.signal));
    await expect(call).rejects.toThrow('enough');
    expect(await aborted.promise).toBe(true);
  });

  it('does not wait for a list or a prompt after an abort', async () => {
    const { environment } = await connect({});
    const gone = AbortSignal.abort(new Error('enough'));
    await expect(environment.listTools(gone)).rejects.toThrow('enough');
    await expect(environment.systemPrompt('Ann', gone)).rejects.toThrow('enough');
  });

  it('lends its connection for what else MCP has', async () => {
    const resources = [{ name: 'note', uri: 'notes://one', read: () => 'one' }];
    const { environment } = await connect({ resources });
    const read = await environment.use((client) => client.readResource({ uri: 'notes://one' }));
    expect(read.contents).toMatchObject([{ text: 'one' }]);
  });

  it('sends the headers it is given to a URL', async () => {
    const handler = createEnvironmentHandler(
      {
        name: 'test',
        version: '1.0.0',
        tools: [{ name: 'one', input: z.object({}), execute: () => 1 }],
      },
      { authenticate: ({ headers }) => headers.get('x-api-key') ?? undefined },
    );
    const listening = await listen(handler, { port: 0 });
    closers.push(
      () => handler.close(),
      () => listening.close(0),
    );
    const url = `${listening.url}/mcp`;
    const environment = await connectEnvironment({ url }, { headers: { 'x-api-key': 'key' } });
    expect(await environment.callTool(calling('one'), contextWith())).toMatchObject({
      content: '1',
    });
    await environment.close();
    await expect(connectEnvironment({ url })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it.each([
    {
      why: 'no such program',
      target: { command: 'no-such-program' },
      says: /"no-such-program".*command not found: no-such-program/,
    },
    {
      why: 'something else there',
      target: { handler: () => new Response('<html>', { status: 404 }) },
      says: /this process .*404|<html>/,
    },
  ])('says why it cannot connect: $why', async ({ target, says }) => {
    const connecting = connectEnvironment(target);
    await expect(connecting).rejects.toMatchObject({ code: 'unreachable' });
    await expect(connecting).rejects.toThrow(says);
  });

  it('falls back to the old handshake at a server that cannot make sense of the new one', async () => {
    const served = createEnvironmentHandler({
      name: 'test',
      version: '1.0.0',
      tools: [{ name: 'one', execute: () => 1 }],
    });
    const environment = await connectEnvironment({
      async handler(request) {
        const body = request.method === 'POST' ? await request.clone().text() : '';
        return body.includes('server/discover')
          ? new Response('oops', { status: 500 })
          : served(request);
      },
    });
    expect(await environment.callTool(calling('one'), contextWith())).toEqual({ content: '1' });
    expect(await environment.use(async (client) => client.getProtocolEra())).toBe('legacy');
    await environment.close();
  });

  it('says that no server answers', async () => {
    const listening = await listen(() => new Response(), { port: 0 });
    await listening.close(0);
    const { url } = listening;
    const connecting = connectEnvironment({ url: `${url}/mcp` }, { patienceMs: 0 });
    await expect(connecting).rejects.toThrow(`cannot use ${url}/mcp as an MCP server: `);
    await expect(connecting).rejects.toThrow('ECONNREFUSED');
  });

  it('does nothing after it was closed', async () => {
    const { environment } = await connect({ tools: [{ name: 'one', execute: () => 1 }] });
    await environment.close();
    expect(await environment.callTool(calling('one'), contextWith())).toEqual({
      content: 'one failed: the connection to this process was closed',
      isError: true,
    });
  });
});

/** A server that knows no more than that it is one. */
async function bareServer(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const { id, method } = (await request.json()) as {
    readonly id?: number;
    readonly method: string;
  };
  if (id === undefined) return new Response(null, { status: 202 });
  if (method !== 'initialize') {
    const error = { code: -32601, message: 'Method not found' };
    return Response.json({ jsonrpc: '2.0', id, error });
  }
  const serverInfo = { name: 'bare', version: '1' };
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo };
  return Response.json({ jsonrpc: '2.0', id, result });
}
