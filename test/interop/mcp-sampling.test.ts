import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { messageToAnswer, type QuestionAnswer } from '@timestep-ai/timestep/core';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';
import { listen } from '@timestep-ai/timestep/http';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { describe, expect, it, onTestFinished } from 'vitest';

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };

/** A server of the first SDK, which asks its client for words and for folders while a call is made. */
function oldServer(): (request: Request) => Promise<Response> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const server = new McpServer({ name: 'v1', version: '1.0.0' });
    server.registerTool('write', {}, async () => {
      const result = await server.server.createMessage({
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: { type: 'text', text: 'A title?' } }],
        maxTokens: 50_000,
      });
      return { content: result.content.type === 'text' ? [result.content] : [] };
    });
    server.registerTool('where', {}, async () => {
      const { roots } = await server.server.listRoots();
      return { content: [{ type: 'text', text: roots.map(({ uri }) => uri).join(' ') }] };
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport as Transport);
    return transport.handleRequest(request);
  };
}

/** An agent whose server may do this; `asked` is what its model was asked. */
async function agentWith(server: object, manifest: object = {}) {
  const listening = await listen(oldServer(), { port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'sampling-'));
  const mcpServers = { pen: { url: `${listening.url}/mcp`, ...server } };
  const settings = { toolPermission: 'never', askUser: false };
  const written = { metadata: { name: 'writer' }, settings, mcpServers, ...manifest };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(written));
  const asked: unknown[] = [];
  const model: AgentFn = (messages, { settings: given }) => {
    asked.push([messages, given]);
    const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
    return { role: 'assistant', content: 'Spring', usage };
  };
  const definition = loadAgentFolder(folder, { model });
  onTestFinished(async () => {
    await definition.close();
    await listening.close(0);
    rmSync(folder, { recursive: true });
  });
  const call = (name: string, answers: readonly QuestionAnswer[] = []) =>
    definition.environments.default.callTool(
      { id: '1', name: `pen_${name}`, arguments: {} },
      { key: `key:${answers.length}`, attempt: 1, approved: true, task, signal, answers },
    );
  return { asked, call, definition, folder };
}

describe('a server', () => {
  it('is answered by the model of the agent where its folder lets it ask', async () => {
    const { asked, call } = await agentWith({ sampling: { maxTokens: 500 } });
    expect(await call('write')).toEqual({ content: 'Spring' });
    expect(asked).toEqual([
      [
        [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ type: 'text', text: 'A title?' }] },
        ],
        { max_output_tokens: 489 },
      ],
    ]);
  });

  it('is refused everywhere else', async () => {
    for (const server of [{}, { sampling: false }]) {
      const { asked, call } = await agentWith(server);
      expect(await call('write')).toMatchObject({ isError: true });
      expect(asked).toEqual([]);
    }
  });

  it('is refused beyond its budget, which is that of a call', async () => {
    const { asked, call } = await agentWith({ sampling: { maxTokens: 5 } });
    const result = await call('write');
    expect(result.content).toContain(
      "the agent's model was not called: its limit of requests or tokens is reached",
    );
    expect(asked).toEqual([]);
    const again = await agentWith({ sampling: { maxCalls: 1 } });
    expect(await again.call('write')).toEqual({ content: 'Spring' });
    expect(await again.call('write')).toEqual({ content: 'Spring' });
  });

  it('asks a person first where a call of a tool would', async () => {
    const settings = { toolPermission: 'tool', askUser: false };
    const { asked, call } = await agentWith({ sampling: true }, { settings });
    const { question } = await call('write');
    expect(question).toMatchObject({ options: ['yes', 'no'] });
    expect(question?.text).toMatch(
      /MCP server pen wants to use the agent's model:\nsystem: Be brief\.\nuser: A t/,
    );
    expect(asked).toEqual([]);
    if (!question) return;
    const yes = messageToAnswer({ role: 'user', content: 'yes' }, question);
    expect(await call('write', [yes])).toEqual({ content: 'Spring' });
  });

  it('heeds the rules of the folder', async () => {
    const permissions = { deny: ['pen_sampling'] };
    const { asked, call } = await agentWith({ sampling: true }, { permissions });
    expect((await call('write')).content).toContain('the agent does not allow it');
    expect(asked).toEqual([]);
  });

  it('learns of the folders that it may work in, and of none by itself', async () => {
    const { call, folder } = await agentWith({ roots: ['.', 'docs'] });
    const uris = [folder, join(folder, 'docs')].map((path) => pathToFileURL(path).href);
    expect(await call('where')).toEqual({ content: uris.join(' ') });
    const without = await agentWith({});
    expect(await without.call('where')).toMatchObject({ isError: true });
  });
});

it('says what of `sampling` and `roots` cannot be read', async () => {
  const broken = agentWith({ sampling: 'yes', roots: 'docs' });
  await expect(broken).rejects.toMatchObject({
    problems: [
      {
        field: 'mcpServers.pen.sampling',
        message: expect.stringContaining('must be true') as string,
      },
      { field: 'mcpServers.pen.roots', message: 'must be a list of strings' },
    ],
  });
});
