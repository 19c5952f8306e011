import { expect, it, onTestFinished, vi } from 'vitest';
import type { ToolSchema } from '#core';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { readAgentFolder, type ToolServer } from '#agents/folder';
import { createTestFolder } from '../folder.fixture.ts';
import { formatSkippedTool, formatSlowStart } from './missing-tools.ts';
import { createToolCache } from './tool-cache.ts';
import { createServerRecord } from './server-record.ts';

function tool(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: { type: 'object' } } };
}

it('forgets what a listing comes to that is older than the newest', async () => {
  const mcpServers = { own: { command: 'own' } };
  const path = createTestFolder({ 'tsagent.json': { metadata: { name: 'x' }, mcpServers } });
  const [server] = readAgentFolder(path).servers;
  if (!server) throw new Error('there is no server');
  const lists = [1, 2, 3].map(() => Promise.withResolvers<readonly ToolSchema[]>());
  let at = -1;
  const environment = {
    listTools: () => lists[(at += 1)]?.promise,
    malformedTools: () => [],
    instructions: () => undefined,
  } as unknown as ConnectedEnvironment;
  const record = createServerRecord(server, { now: () => 0, secrets: () => [] });
  const kept = createToolCache('own', { use: (work) => work(environment) }, record, {
    now: () => 0,
  });
  const [old, broken, anew] = [
    kept.reload(),
    kept.startNewToolListing(),
    kept.startNewToolListing(),
  ];
  lists[2]?.resolve([tool('new')]);
  await anew;
  lists[1]?.reject(new Error('gone'));
  lists[0]?.resolve([tool('old'), tool('older')]);
  await Promise.all([old, broken]);
  expect([record.getStatus(), kept.listMissing()]).toMatchObject([
    { state: 'connected', tools: 1 },
    [],
  ]);
  expect(record.getStatus()).not.toHaveProperty('lastError');
});

it('shows a slow start, does not hold a turn for all of it, and has the tools afterwards', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const started = Promise.withResolvers<readonly ToolSchema[]>();
  const environment = {
    listTools: () => started.promise,
    malformedTools: () => [],
    instructions: () => undefined,
  } as unknown as ConnectedEnvironment;
  const server = { name: 'own', target: { command: 'own' } } as unknown as ToolServer;
  const record = createServerRecord(server, { now: () => 0, secrets: () => [] });
  const kept = createToolCache('own', { use: (work) => work(environment) }, record, {
    now: () => 0,
    startWaitMs: 30_000,
    onLeftOut: (one) => told.push(formatSkippedTool(one)),
    onSlowStart: (name, seconds) => told.push(formatSlowStart(name, seconds)),
  });
  const turns = [kept.listTools(), kept.listTools()];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all(turns)).toEqual([[], []]);
  expect(await kept.listTools()).toEqual([]);
  expect(told).toEqual([
    'waiting for the MCP server own, which has not answered for 10 s',
    'skipped: tools of the MCP server own: it is still starting after 30 s; they can be used once it has started',
  ]);
  started.resolve([tool('late')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await kept.listTools()).toEqual([tool('late')]);
  expect(kept.listMissing()).toEqual([]);
});
