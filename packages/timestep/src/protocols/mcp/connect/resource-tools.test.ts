import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectedEnvironment } from './connect.ts';

const { signal } = new AbortController();
const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };

/** Connects to a server of the SDK; `asked` are the methods of its requests. */
async function connected(configure: (server: McpServer) => void) {
  const asked: string[] = [];
  const served = createMcpHandler(() => {
    const server = new McpServer({ name: 'notes', version: '1' }, { instructions: 'Read first.' });
    configure(server);
    return server;
  });
  const handler = (request: Request): Promise<Response> => {
    asked.push(request.headers.get('mcp-method') ?? '');
    return served.fetch(request);
  };
  const environment = await connectEnvironment({ handler }, { resourceTools: true });
  onTestFinished(() => environment.close());
  return { environment, asked };
}

function withTool(server: McpServer, name = 'echo'): void {
  server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: 'own' }] }));
}

function withNotes(server: McpServer): void {
  withTool(server);
  const about = { description: 'The first\nnote', mimeType: 'text/plain' };
  server.registerResource('one', 'notes://1', about, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'buy milk' }],
  }));
  const picture = { mimeType: 'image/png' };
  server.registerResource('picture', 'notes://picture', picture, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: 'AAAA' }],
  }));
  const template = new ResourceTemplate('notes://of/{day}', { list: undefined });
  server.registerResource('of a day', template, {}, ({ href }, { day }) => ({
    contents: [{ uri: href, text: `nothing on ${String(day)}` }],
  }));
}

const names = async (environment: ConnectedEnvironment) =>
  (await environment.listTools(signal)).map((tool) => tool.function.name);

const call = (environment: ConnectedEnvironment, name: string, args: Record<string, string> = {}) =>
  environment.callTool({ id: '1', name, arguments: args }, { key: 'k', attempt: 1, task, signal });

it('offers tools that read what a server has beside its tools', async () => {
  const { environment, asked } = await connected(withNotes);
  expect(await names(environment)).toEqual(['echo', 'list_resources', 'read_resource']);
  expect(await call(environment, 'list_resources')).toEqual({
    content: [
      '- notes://1 text/plain: The first note',
      '- notes://picture image/png: picture',
      '- notes://of/{day}: of a day',
    ].join('\n'),
  });
  expect(await call(environment, 'read_resource', { uri: 'notes://1' })).toEqual({
    content: '[resource notes://1 text/plain]\nbuy milk',
  });
  expect(await call(environment, 'read_resource', { uri: 'notes://of/Monday' })).toMatchObject({
    content: '[resource notes://of/Monday]\nnothing on Monday',
  });
  const before = asked.length;
  await names(environment);
  expect(asked.slice(before)).not.toContain('resources/list');
});

it('attaches what a model can see', async () => {
  const { environment } = await connected(withNotes);
  expect(await call(environment, 'read_resource', { uri: 'notes://picture' })).toEqual({
    content: '[resource notes://picture image/png, 3 bytes]',
    attachments: [
      {
        type: 'image_url',
        image_url: { url: 'data:image/png;base64,AAAA' },
        media_type: 'image/png',
      },
    ],
  });
});

it('says to the model what cannot be read', async () => {
  const { environment } = await connected(withNotes);
  expect(await call(environment, 'read_resource')).toEqual({
    content: 'uri must be a string',
    isError: true,
  });
  const missing = await call(environment, 'read_resource', { uri: 'notes://9' });
  expect(missing).toMatchObject({ isError: true, content: /^read_resource failed: .*notes:\/\/9/ });
});

it('offers none where the server has nothing to be read, and does not ask for it', async () => {
  const { environment, asked } = await connected(withTool);
  expect(await names(environment)).toEqual(['echo']);
  expect(asked).not.toContain('resources/list');
});

it('leaves its names to tools of the server', async () => {
  const { environment } = await connected((server) => {
    withNotes(server);
    withTool(server, 'read_resource');
  });
  expect(await names(environment)).toEqual(['echo', 'read_resource', 'list_resources']);
  expect(await call(environment, 'read_resource')).toEqual({ content: 'own' });
});

it('follows a list in pages, from where the model says', async () => {
  const { environment } = await connected(({ server }) => {
    server.registerCapabilities({ resources: {}, tools: {} });
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    server.setRequestHandler('resources/list', ({ params }) => {
      const name = params?.cursor ?? 'first';
      const resources = [{ uri: `x://${name}`, name }];
      return { resources, ...(name === 'first' && { nextCursor: 'second' }) };
    });
  });
  expect((await call(environment, 'list_resources')).content).toBe(
    '- x://first: first\nThere are more: list again with cursor second',
  );
  const second = await call(environment, 'list_resources', { cursor: 'second' });
  expect(second.content).toBe('- x://second: second');
});

it('says what the server said of its use', async () => {
  const { environment } = await connected(withTool);
  await environment.listTools(signal);
  expect(environment.instructions()).toBe('Read first.');
  expect(await environment.systemPrompt('x', signal)).toBe(
    'The MCP server this process gives these instructions for its tools:\n> Read first.',
  );
});
