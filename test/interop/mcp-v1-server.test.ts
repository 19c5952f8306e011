import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen } from '@timestep-ai/timestep/http';
import { connectEnvironment, type ConnectedEnvironment } from '@timestep-ai/timestep/mcp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

/** A server made with the first SDK, which hands off by asking its client for a sampling. */
function buildServer(): McpServer {
  const server = new McpServer({ name: 'v1', version: '1.0.0' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  server.registerTool(
    'handoff',
    { inputSchema: { agent_uri: z.string(), message: z.string() } },
    async ({ agent_uri, message }) => {
      const result = await server.server.createMessage({
        messages: [{ role: 'user', content: { type: 'text', text: message } }],
        maxTokens: 1000,
        metadata: { agent_uri },
      });
      return { content: result.content.type === 'text' ? [result.content] : [] };
    },
  );
  server.registerPrompt('system_prompt', { argsSchema: { agent_name: z.string() } }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Be ${args.agent_name}.` } }],
  }));
  return server;
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function handle(request: Request): Promise<Response> {
  const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
  if (known) return known.handleRequest(request);
  if (request.headers.has('mcp-session-id')) return new Response(null, { status: 404 });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await buildServer().connect(transport as Transport);
  return transport.handleRequest(request);
}

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
const context = { key: 'key', attempt: 1, task, signal };
let environment: ConnectedEnvironment;
let close: () => Promise<void>;

beforeEach(async () => {
  const listening = await listen(handle, { port: 0 });
  environment = await connectEnvironment(
    { url: `${listening.url}/mcp` },
    { onHandoff: async ({ agentUri, message }) => ({ text: `${agentUri}: ${message}` }) },
  );
  close = async () => {
    await environment.close();
    await listening.close(0);
    sessions.clear();
  };
});
afterEach(() => close());

describe('our client at a server of the first SDK', () => {
  it('falls back to the revision that the server knows', async () => {
    const tools = await environment.listTools(signal);
    expect(tools.map((tool) => tool.function.name)).toEqual(['echo', 'handoff']);
    expect(await environment.systemPrompt('Ann', signal)).toBe('Be Ann.');
    const call = { id: '1', name: 'echo', arguments: { text: 'hello' } };
    expect(await environment.callTool(call, context)).toEqual({ content: 'hello' });
  });

  it('makes the handoffs it is asked for', async () => {
    const args = { agent_uri: 'http://127.0.0.1:1/', message: 'hello' };
    const call = { id: '1', name: 'handoff', arguments: args };
    expect(await environment.callTool(call, context)).toEqual({
      content: 'http://127.0.0.1:1/: hello',
    });
  });

  it('begins a new session when the server has forgotten the old one', async () => {
    sessions.clear();
    const calls = Array.from({ length: 5 }, (_, index) => {
      const call = { id: String(index), name: 'echo', arguments: { text: `call ${index}` } };
      return environment.callTool(call, context);
    });
    const contents = (await Promise.all(calls)).map(({ content }) => content);
    expect(contents).toEqual(['call 0', 'call 1', 'call 2', 'call 3', 'call 4']);
    expect(sessions.size).toBe(1);
  });
});
