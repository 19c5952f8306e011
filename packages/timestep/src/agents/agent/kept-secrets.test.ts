import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentTexts, AgentVersionStore, ToolEnvironment } from '#engine/port';
import type { AgentDefinition } from './agent-definition.ts';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgentFolder } from './load-agent.ts';

const never = new AbortController().signal;

/** Source of an MCP server whose only tool is named by its argument and its secret. */
const SERVER = `
const name = process.argv[2] + '_' + process.env.TOKEN;
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
  'tools/list': { tools: [{ name, inputSchema: { type: 'object' } }] },
};
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = answers[method];
  const unknown = { error: { code: -32601, message: 'Method not found' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : unknown) }));
});
`;

function serversWith(argument: string, env: object): string {
  const sky = { command: process.execPath, args: ['sky.cjs', argument], env };
  return JSON.stringify({ mcpServers: { sky } });
}

function createFolder(): string {
  return createTestFolder({
    'sky.cjs': SERVER,
    'mcp.json': serversWith('old', { TOKEN: 'first-secret' }),
    'tsagent.json': {
      metadata: { name: 'x' },
      settings: { model: 'builtin:echo', toolPermission: 'never', askUser: false },
    },
  });
}

/** A database that two processes share. */
function createStore(): { readonly store: AgentVersionStore; readonly written: () => string } {
  const versions = new Map<string, string>();
  const texts = new Map<string, AgentTexts>();
  const store: AgentVersionStore = {
    async pin(taskId, version) {
      const id = versions.get(taskId) ?? version.id;
      versions.set(taskId, id);
      if (id === version.id) texts.set(id, version.texts);
      return id;
    },
    read: async (id) => texts.get(id),
  };
  return { store, written: () => JSON.stringify([...versions, ...texts]) };
}

/** Loads the folder as another process does, and opens the tools of the task. */
async function openTask(
  path: string,
  store: AgentVersionStore,
): Promise<{ readonly definition: AgentDefinition; readonly tools: ToolEnvironment }> {
  const definition = loadAgentFolder(path);
  onTestFinished(() => definition.close());
  definition.useVersions(Promise.resolve(store));
  return { definition, tools: await definition.environments.default.forTask('t') };
}

async function listNames(tools: ToolEnvironment): Promise<string[]> {
  return (await tools.listTools(never)).map((tool) => tool.function.name);
}

it('keeps no secret of mcp.json, and gives a waiting task the secret of now', async () => {
  const path = createFolder();
  const { store, written } = createStore();
  expect(await listNames((await openTask(path, store)).tools)).toEqual(['sky_old_first-secret']);
  expect(written()).toContain('sky.cjs');
  expect(written()).not.toContain('first-secret');
  writeFileSync(join(path, 'mcp.json'), serversWith('new', { TOKEN: 'second-secret' }));
  const later = await openTask(path, store);
  expect(await listNames(later.tools)).toEqual(['sky_old_second-secret']);
  expect(await listNames(later.definition.environments.default)).toEqual(['sky_new_second-secret']);
  expect(written()).not.toContain('second-secret');
});

it('goes on without a server whose secret is gone, and says why', async () => {
  const path = createFolder();
  const { store } = createStore();
  await openTask(path, store);
  writeFileSync(join(path, 'mcp.json'), serversWith('new', {}));
  const { tools } = await openTask(path, store);
  expect(await listNames(tools)).toEqual([]);
  expect(await tools.systemPrompt?.('x', never)).toContain(
    'the MCP server sky: its env.TOKEN, which no version keeps, is no longer in tsagent.json and mcp.json',
  );
});
