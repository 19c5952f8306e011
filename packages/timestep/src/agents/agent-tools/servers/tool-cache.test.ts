import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import type { ConnectedEnvironment } from '#protocols/mcp';
import { readAgentFolder } from '#agents/folder';
import { createTestFolder } from '../folder.fixture.ts';
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
  const [old, broken, anew] = [kept.reload(), kept.startListingTools(), kept.startListingTools()];
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
