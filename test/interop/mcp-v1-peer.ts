import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import * as z from 'zod';

/** Starts a server made with the first official SDK, which speaks the revisions of 2025. */
export async function startV1Peer(): Promise<ListeningServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return listen(
    async (request) => {
      if (new URL(request.url).pathname !== '/mcp') return new Response(null, { status: 404 });
      const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
      if (known) return known.handleRequest(request);
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await createV1Server().connect(transport as Transport);
      return transport.handleRequest(request);
    },
    { port: 0 },
  );
}

function createV1Server(): McpServer {
  const server = new McpServer({ name: 'v1', version: '1.0.0' });
  const inputSchema = { text: z.string().describe('What is repeated.') };
  server.registerTool('echo', { description: 'Repeats.', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text: `said: ${text}` }],
  }));
  server.registerTool('fail', { description: 'Fails.' }, () => ({
    content: [{ type: 'text', text: 'cannot' }],
    isError: true,
  }));
  server.registerPrompt('greeting', { argsSchema: { name: z.string() } }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }],
  }));
  server.registerResource('notes', 'notes://all', { description: 'All notes.' }, ({ href }) => ({
    contents: [{ uri: href, text: 'the text of the notes' }],
  }));
  return server;
}
