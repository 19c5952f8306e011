import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Message } from '@timestep-ai/timestep/core';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';
import { listen } from '@timestep-ai/timestep/http';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { runEpisode } from '@timestep-ai/timestep/runner';
import { expect, it, onTestFinished } from 'vitest';

/** A server of the first SDK with a resource, a picture and words about its use. */
function buildServer(): McpServer {
  const info = { name: 'v1', version: '1.0.0' };
  const server = new McpServer(info, { instructions: 'Look before you read.' });
  server.registerTool('look', { annotations: { readOnlyHint: true } }, () => ({
    content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }],
  }));
  server.registerResource('plan', 'plan://today', {}, ({ href }) => ({
    contents: [{ uri: href, text: 'buy milk' }],
  }));
  return server;
}

async function serve(): Promise<string> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const handle = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await buildServer().connect(transport as Transport);
    return transport.handleRequest(request);
  };
  const listening = await listen(handle, { port: 0 });
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

function folderWith(manifest: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'offers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

it('is what the model of a folder reads: instructions, resources and pictures', async () => {
  const settings = { toolPermission: 'never', askUser: false };
  const mcpServers = { day: { url: await serve() } };
  const path = folderWith({ metadata: { name: 'planner' }, settings, mcpServers });
  const seen: Message[][] = [];
  const calls = [
    ['day_look', '{}'],
    ['day_read_resource', '{"uri":"plan://today"}'],
  ] as const;
  const model: AgentFn = (messages) => {
    seen.push([...messages]);
    if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: 'milk' };
    const tool_calls = calls.map(([name, args]) => ({
      id: name,
      type: 'function' as const,
      function: { name, arguments: args },
    }));
    return { role: 'assistant', content: null, tool_calls };
  };
  const definition = loadAgentFolder(path, { model });
  onTestFinished(() => definition.close());
  const environment = definition.environments.default;
  const question = [{ role: 'user', content: 'What is on?' }] as const;
  const result = await runEpisode(question, definition.model, { tools: environment });
  expect(result.messages.at(-1)).toMatchObject({ content: 'milk' });
  const prompt = await environment.systemPrompt('planner', new AbortController().signal);
  expect(prompt).toContain(
    'The MCP server day gives these instructions for its tools:\n> Look before',
  );
  expect(seen[1]?.slice(-2)).toEqual([
    {
      role: 'tool',
      tool_call_id: 'day_look',
      content: '[image image/png, 3 bytes]',
      attachments: [
        {
          type: 'image_url',
          image_url: { url: 'data:image/png;base64,AAAA' },
          media_type: 'image/png',
        },
      ],
    },
    {
      role: 'tool',
      tool_call_id: 'day_read_resource',
      content: '[resource plan://today]\nbuy milk',
    },
  ]);
});
