import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '#protocols/http';
import { Environment } from '#serving/server';
import { formatMissingTool, formatSkippedTool, type MissingTool } from '#agents/agent-tools';
import { readAgentFolder } from '#agents/folder';
import {
  openFolderEnvironment,
  type FolderEnvironmentOptions,
} from './environment/folder-environment.ts';
import { examineServers } from './examine-servers.ts';
import { createTestFolder } from './folder.fixture.ts';

const never = new AbortController().signal;

async function goodServer(port = 0) {
  const environment = new Environment({ environmentId: 'good', enableHandoff: false });
  environment.tool('get', { annotations: { readOnlyHint: true } }, () => 'sunny');
  const listening = await environment.start({ port });
  onTestFinished(() => listening.close(0));
  return { url: `${listening.url}/mcp`, close: () => listening.close(0) };
}

/** A port at which nobody listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A server of 2025 with these tools, however they are described. */
async function serverOf(tools: readonly object[]): Promise<string> {
  const listening = await listen(
    async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const { id, method } = (await request.json()) as { id?: number; method: string };
      if (id === undefined) return new Response(null, { status: 202 });
      const serverInfo = { name: 'odd', version: '1' };
      const results: Record<string, object> = {
        initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
        'tools/list': { tools },
      };
      const result = results[method];
      const error = { code: -32601, message: 'Method not found' };
      return Response.json({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) });
    },
    { port: 0 },
  );
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

function opened(mcpServers: object, { patienceMs = 0, ...options }: FolderEnvironmentOptions = {}) {
  const told: MissingTool[] = [];
  let time = 0;
  const settings = { toolPermission: 'never' };
  const path = createTestFolder({
    'tsagent.json': { metadata: { name: 'x' }, settings, mcpServers },
  });
  const environment = openFolderEnvironment(readAgentFolder(path), {
    ...options,
    patienceMs,
    now: () => time,
    onLeftOut: (one) => told.push(one),
  });
  onTestFinished(() => environment.close());
  return {
    path,
    environment,
    told,
    later: (ms: number) => {
      time += ms;
    },
    names: async () => (await environment.listTools(never)).map((tool) => tool.function.name),
  };
}

describe('a server that cannot be used', () => {
  it.each<[string, () => Promise<object>, RegExp]>([
    ['is dead', async () => ({ url: `http://127.0.0.1:${await deadPort()}/mcp` }), /ECONNREFUSED/],
    [
      'cannot be started',
      async () => ({ command: 'no-such-program' }),
      /its command was not found/,
    ],
    [
      'ends at once',
      async () => ({ command: process.execPath, args: ['--eval', '0'] }),
      /its process exited with code 0;/,
    ],
    [
      'never answers',
      async () => ({
        command: process.execPath,
        args: ['--eval', 'process.stdin.resume()'],
        startTimeoutSeconds: 1,
      }),
      /TIMEOUT/,
    ],
  ])('is left out and named where it %s', async (_name, bad, why) => {
    const { url } = await goodServer();
    const { environment, names, told } = opened({ bad: await bad(), good: { url } });
    const prompt = await environment.systemPrompt();
    expect(await names()).toEqual(['good_get']);
    expect(prompt).toMatch(/tools are currently unavailable[^]*the MCP server bad: it/);
    expect(prompt).toMatch(why);
    expect(told.map((one) => formatSkippedTool(one))).toEqual([expect.stringMatching(why)]);
  });

  it('is left out with each tool whose name is that of a tool of another server', async () => {
    const inputSchema = { type: 'object' };
    const first = await serverOf(['b_c', 'd'].map((name) => ({ name, inputSchema })));
    const second = await serverOf([{ name: 'c', inputSchema }]);
    const { environment, names } = opened({ a: { url: first }, a_b: { url: second } });
    expect(await names()).toEqual(['a_d']);
    expect(environment.listMissing()).toEqual([
      { server: 'a', tool: 'b_c', why: expect.stringContaining('a tool of a_b') as string },
      { server: 'a_b', tool: 'c', why: expect.stringContaining('a tool of a:') as string },
    ]);
    expect(await environment.systemPrompt()).toContain('rename a server');
  });

  it('is left out with each tool whose name is that of a built-in tool', async () => {
    const inputSchema = { type: 'object' };
    const url = await serverOf(['tools', 'files'].map((name) => ({ name, inputSchema })));
    const reserved = new Set(['search_tools', 'ask_user']);
    const { environment, names } = opened({ search: { url } }, { reserved });
    expect(await names()).toEqual(['search_files']);
    expect(environment.listMissing()).toEqual([
      {
        server: 'search',
        tool: 'tools',
        why: expect.stringContaining('a built-in tool') as string,
      },
    ]);
  });

  it('is left out with each name that it lists twice', async () => {
    const inputSchema = { type: 'object' };
    const url = await serverOf(['get', 'set', 'get'].map((name) => ({ name, inputSchema })));
    const { names, told } = opened({ a: { url } });
    expect(await names()).toEqual(['a_set']);
    expect(told).toEqual([
      { server: 'a', tool: 'get', why: expect.stringContaining('lists its name twice') as string },
    ]);
  });

  it('is tried again beside the work, and then has its tools', async () => {
    const port = await deadPort();
    const late = { url: `http://127.0.0.1:${port}/mcp` };
    const { environment, names, later, told } = opened({ late });
    expect(await names()).toEqual([]);
    await goodServer(port);
    // Its turn has not come yet.
    expect(await names()).toEqual([]);
    later(1000);
    await expect.poll(names).toEqual(['late_get']);
    expect(await environment.systemPrompt()).toBe('You are a helpful assistant.');
    expect(told).toHaveLength(1);
  });

  it('keeps the tools that it had, and a call says what is wrong', async () => {
    const good = await goodServer();
    const { environment, names, told } = opened({ sky: { url: good.url } });
    expect(await names()).toEqual(['sky_get']);
    await good.close();
    expect(await names()).toEqual(['sky_get']);
    const task = { id: 't', contextId: 'c', agent: 'x', metadata: {} };
    const context = { key: 'k', attempt: 1, task, signal: never };
    const call = { id: 'c', name: 'sky_get', arguments: {} };
    expect(await environment.callTool(call, context)).toMatchObject({
      // A connection that was kept may break off before the client has seen that it was closed.
      content: expect.stringMatching(/ECONNREFUSED|ECONNRESET|EPIPE|other side closed/),
      isError: true,
    });
    await expect
      .poll(async () => (await names()) && told.map(({ server }) => server))
      .toEqual(['sky']);
  });

  it('shows nothing of its address, which may hold a secret', async () => {
    const url = `http://127.0.0.1:${await deadPort()}/mcp?key=sesame`;
    const { environment, told } = opened({ bad: { url } });
    expect(await environment.systemPrompt()).not.toContain('sesame');
    expect(JSON.stringify(told)).not.toContain('sesame');
  });
});

it('leaves out a tool that is malformed, and not its server', async () => {
  const good = { name: 'good', inputSchema: { type: 'object' } };
  const odd = [{ name: 'bare' }, { inputSchema: { type: 'object' } }, good];
  const { environment, names, told } = opened({ odd: { url: await serverOf(odd) } });
  expect(await names()).toEqual(['odd_good']);
  expect(told.map(({ tool }) => tool)).toEqual(['bare', 'a tool without a name']);
  expect(await environment.systemPrompt()).toContain(told.map(formatMissingTool)[0]);
});

it('starts a command of the older era once', async () => {
  const folder = createTestFolder({
    'server.cjs': `
      require('fs').appendFileSync('starts', 'x');
      process.stdin.on('data', (data) => {
        for (const line of String(data).trim().split('\\n')) {
          const { id, method } = JSON.parse(line);
          const serverInfo = { name: 'old', version: '1' };
          const results = {
            initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
            'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
          };
          const result = results[method];
          if (id === undefined) continue;
          const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } };
          console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
        }
      });`,
  });
  const old = { command: process.execPath, args: ['server.cjs'], cwd: folder };
  const { names } = opened({ old });
  expect(await names()).toEqual(['old_count']);
  expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('x');
});

it('says of a folder how its servers are', async () => {
  const { url } = await goodServer();
  const args = ['--eval', 'console.error("no key was given")'];
  const bad = { command: process.execPath, args };
  const { path } = opened({ bad, good: { url }, off: { url, disabled: true } });
  expect(await examineServers(path)).toMatchObject([
    {
      status: { name: 'bad', state: 'left-out' },
      leftOut: [{ server: 'bad' }],
      // Started twice: once for each way in which a server may say what it speaks.
      log: [{ text: 'no key was given' }, { text: 'no key was given' }],
    },
    { status: { name: 'good', state: 'connected', lastPing: {} }, leftOut: [], log: [] },
    { status: { name: 'off', state: 'disabled' }, leftOut: [], log: [] },
  ]);
});
