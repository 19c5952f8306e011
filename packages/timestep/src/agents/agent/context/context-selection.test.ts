import { expect, it } from 'vitest';
import type { JsonObject, ToolSchema } from '#core';
import type { ContextRequest, ToolContext } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import type { FolderEnvironment } from '../environment/folder-environment.ts';
import { composeEnvironment } from '../layers/compose-environment.ts';
import { selectContextPerMessage } from './context-selection.ts';
import type { MeasureSimilarity } from './message-similarity.ts';

const signal = new AbortController().signal;
const context: ToolContext = { key: 'k', attempt: 1, signal };

const folder: AgentFolder = {
  path: 'here',
  name: 'guide',
  version: '1.0.0',
  mode: 'interactive',
  cardSkills: [],
  agentTools: [],
  settings: { toolPermission: 'tool' },
  permissions: {},
  prompt: 'You guide.',
  references: [],
  rules: [
    { name: 'polite', include: 'agent', priority: 500, text: 'Say please when you greet.' },
    { name: 'long', include: 'manual', priority: 500, text: 'Write long.' },
  ],
  skills: [{ name: 'maps', description: 'Reads maps.', path: 'skills/maps/SKILL.md' }],
  internalServers: [],
  servers: [],
  env: {},
  written: {},
  warnings: [],
};

function toolSchema(name: string, description: string): ToolSchema {
  return { type: 'function', function: { name, description, parameters: {} } };
}

const many = Array.from({ length: 30 }, (_, at) =>
  toolSchema(`srv_tool${at}`, at === 3 ? 'Greets a person by name' : `Does thing number ${at}`),
);

/** `window` is that of all models, but for the model `large`. */
function made(
  tools: readonly ToolSchema[],
  window: number,
  measureSimilarity?: MeasureSimilarity,
): FolderEnvironment {
  const called: FolderEnvironment = {
    systemPrompt: () => Promise.resolve('You guide.'),
    listChoices: () => Promise.resolve([]),
    reload: () => Promise.resolve(),
    listMissing: () => [],
    listTools: () => tools,
    callTool: ({ name }) => ({ content: `called ${name}` }),
    close: () => Promise.resolve(),
  };
  const layer = selectContextPerMessage(folder, {
    ...(measureSimilarity && { measureSimilarity }),
    getContextWindow: (turn) => Promise.resolve(turn?.model === 'large' ? 1_000_000 : window),
    getIncludeMode: () => ({ include: 'always', isWritten: false }),
    readSkill: (name, file = 'SKILL.md') =>
      Promise.resolve(file === 'SKILL.md' ? `how to use ${name}` : undefined),
  });
  return composeEnvironment(called, [layer]);
}

function request(text: string): ContextRequest {
  const task = { id: 't', contextId: 'c', agent: 'guide', metadata: {} };
  return { task, messages: [{ role: 'user', content: text }], signal };
}

async function call(environment: FolderEnvironment, name: string, args: JsonObject) {
  return environment.callTool({ id: '1', name, arguments: args }, context);
}

it('shows all tools where they are few, and no search', async () => {
  const environment = made(many.slice(0, 2), 100_000);
  const names = (await environment.listTools(signal)).map((tool) => tool.function.name);
  expect(names).toEqual(['load_skill', 'srv_tool0', 'srv_tool1']);
  const chosen = await environment.selectContext?.(request('hello'));
  expect(chosen).not.toHaveProperty('tools');
});

it('defers many tools behind a search, which shows what it finds', async () => {
  const environment = made(many, 500);
  const chosen = await environment.selectContext?.(request('what is on page 7?'));
  expect(chosen?.tools?.slice(0, 2)).toEqual(['search_tools', 'load_skill']);
  expect(chosen?.tools).not.toContain('srv_tool3');
  const found = await call(environment, 'search_tools', { query: 'greet a person' });
  expect(found.offers?.[0]).toBe('srv_tool3');
  expect(found.content).toContain('- srv_tool3: Greets a person by name');
  expect((await call(environment, 'search_tools', { query: 'zzz' })).offers).toBeUndefined();
});

it('finds tools that mean what is searched, where no word tells', async () => {
  const environment = made(many, 500, () =>
    Promise.resolve({
      by: 'model',
      meaning: { smallTalk: 0.2, cosine: ({ name }) => (name === 'srv_tool5' ? 0.6 : -0.2) },
    }),
  );
  const found = await call(environment, 'search_tools', { query: 'zzz' });
  expect(found.offers).toEqual(['srv_tool5']);
});

it('defers tools by the window of the model that answers in the turn', async () => {
  const environment = made(many, 500);
  const turn = { model: 'large', include: [], exclude: [], permitted: [] };
  const names = async (given?: typeof turn) =>
    (await environment.listTools(signal, given)).map((tool) => tool.function.name);
  expect(await names()).toContain('search_tools');
  expect(await names(turn)).not.toContain('search_tools');
  const asked = request('what is on page 7?');
  expect(await environment.selectContext?.({ ...asked, turn })).not.toHaveProperty('tools');
  expect((await environment.selectContext?.(asked))?.tools).toContain('search_tools');
});

it('describes the search the same, whatever tools there are', async () => {
  const search = async (tools: readonly ToolSchema[]) =>
    (await made(tools, 100).listTools(signal)).find(
      (tool) => tool.function.name === 'search_tools',
    );
  expect(await search(many)).toEqual(await search(many.slice(5)));
});

it('reads skills by name, and nothing else', async () => {
  const environment = made([], 1000);
  expect(await call(environment, 'load_skill', { name: 'maps' })).toEqual({
    content: 'how to use maps',
  });
  expect(await call(environment, 'load_skill', { name: 'maps', file: 'none.md' })).toMatchObject({
    isError: true,
  });
  expect(await call(environment, 'load_skill', { name: '../secret' })).toMatchObject({
    isError: true,
    content: 'unknown skill; available: maps',
  });
});

it('leaves all other calls to the servers', async () => {
  expect(await call(made(many, 500), 'srv_tool1', {})).toEqual({ content: 'called srv_tool1' });
});

it('brings the text of what the message needs or names', async () => {
  const chosen = await made([], 1000).selectContext?.(
    request('greet Ada as @skill:maps and @rule:long say'),
  );
  expect(chosen?.items.map(({ name, text }) => [name, text])).toEqual([
    ['long', 'Write long.'],
    ['maps', 'how to use maps'],
    ['polite', 'Say please when you greet.'],
  ]);
});
