import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { connectEnvironment } from './connect-environment.ts';

const { signal } = new AbortController();

/** Connects to a server with so many pages of one tool each, which may be kept for this long. */
async function connected(pages: number, ttlMs = 0) {
  let lists = 0;
  const served = createMcpHandler(() => {
    const { server } = new McpServer({ name: 'many', version: '1' });
    server.registerCapabilities({ tools: {} });
    server.setRequestHandler('tools/list', ({ params }) => {
      lists += 1;
      const page = Number(params?.cursor ?? 0);
      const tools = [{ name: `tool${page}`, inputSchema: { type: 'object' as const } }];
      return { tools, ttlMs, ...(page + 1 < pages && { nextCursor: String(page + 1) }) };
    });
    return server;
  });
  const environment = await connectEnvironment({ handler: (request) => served.fetch(request) });
  onTestFinished(() => environment.close());
  return { environment, lists: () => lists };
}

it('follows 64 pages, and no endless chain of them', async () => {
  const { environment } = await connected(64);
  expect(await environment.listTools(signal)).toHaveLength(64);
  const endless = await connected(Number.POSITIVE_INFINITY);
  await expect(endless.environment.listTools(signal)).rejects.toThrow(/pagination/);
  expect(endless.lists()).toBe(64);
});

it('asks a server that reports no changes each time, but for as long as a list may be kept', async () => {
  const { environment, lists } = await connected(1);
  await environment.listTools(signal);
  await environment.listTools(signal);
  expect(lists()).toBe(2);
  const kept = await connected(1, 60_000);
  await kept.environment.listTools(signal);
  await kept.environment.listTools(signal);
  expect(kept.lists()).toBe(1);
});
