import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createA2AAgent } from '#protocols/a2a';
import { getText } from '#core';
import type { AgentFn } from '#engine/port';
import { runEpisode } from '#engine/runner';
import { Agent, Environment, serve } from '#serving/server';
import {
  readAgentFiles,
  formatProblem,
  FolderError,
  memoryStorage,
  planPromptEdit,
  planToolSwitchesEdit,
  applyEdit,
} from '#agents/folder';
import { trackAgentVersions, type AgentVersion } from './agent-versions.ts';
import { createTestFolder } from './folder.fixture.ts';
import { loadAgent, loadAgentFolder } from './load-agent.ts';
import type { LoadFolderOptions } from './agent-definition.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const never = new AbortController().signal;
const manifest = { metadata: { name: 'Guide' }, settings: { toolPermission: 'never' } };

function broken(said: string[]): LoadFolderOptions {
  return {
    onBroken: (why) => {
      const text = why instanceof Error ? why.message : 'not an error';
      said.push(text.replace(/.*\/agent-[^/]*\//, ''));
    },
  };
}

/** Calls `sky_get` twice, and does something in between; then says what it knew. */
function callsTwice(between: () => Promise<unknown>): AgentFn {
  return async (messages, context) => {
    const calls = messages.filter(({ role }) => role === 'tool').length;
    if (calls === 1) await between();
    const known = [messages[0]?.content, ...context.tools.map((tool) => tool.function.name)];
    if (calls === 2) return { role: 'assistant', content: JSON.stringify(known) };
    const called = { name: 'sky_get', arguments: '{}' };
    const tool_calls = [{ id: `c${calls}`, type: 'function', function: called }] as const;
    return { role: 'assistant', content: null, tool_calls };
  };
}

async function skyServer(): Promise<string> {
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  environment.tool('get', {}, () => 'blue');
  environment.tool('set', {}, () => 'done');
  const listening = await environment.start({ port: 0 });
  open.push(() => listening.close(0));
  return `${listening.url}/mcp`;
}

it('gives a change of the folder to the next task, and to none that has begun', async () => {
  const url = await skyServer();
  const folder = createTestFolder({
    'tsagent.json': { ...manifest, mcpServers: { sky: { url } } },
    'prompt.md': 'One.',
  });
  const change = (): void => {
    writeFileSync(join(folder, 'prompt.md'), 'Two.');
    writeFileSync(join(folder, 'rules.mdt'), 'not of the agent');
    const include = { tools: { set: 'manual' } };
    const changed = { ...manifest, mcpServers: { sky: { url, toolInclude: include } } };
    writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(changed));
  };
  const model = callsTwice(async () => change());
  const definition = loadAgentFolder(folder, { model });
  open.push(() => definition.close());
  const serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    database: ':memory:',
  });
  open.push(() => serving.close(0));
  const asking = async (): Promise<unknown> => {
    const { messages } = await runEpisode(
      [{ role: 'user', content: 'x' }],
      createA2AAgent(serving.url),
    );
    return JSON.parse(messages.slice(-1).map(getText).join(''));
  };
  expect(await asking()).toEqual(['One.', 'ask_user', 'sky_get', 'sky_set']);
  expect(await asking()).toEqual(['Two.', 'ask_user', 'sky_get']);
});

it('keeps the last good version where an edit is broken, and says so once', async () => {
  const folder = createTestFolder({ 'tsagent.json': manifest, 'prompt.md': 'One.' });
  const said: string[] = [];
  const changed: string[] = [];
  const definition = loadAgentFolder(folder, {
    model: 'lmstudio/m',
    ...broken(said),
    onChanged: ({ prompt }) => void changed.push(prompt),
  });
  const environment = definition.environments.default;
  const promptOf = async (task: string) =>
    (await environment.forTask(task)).systemPrompt?.('x', never);
  expect(await promptOf('a')).toBe('One.');
  writeFileSync(join(folder, 'tsagent.json'), '{\n "metadata": {,');
  writeFileSync(join(folder, 'prompt.md'), 'Two.');
  expect([await promptOf('b'), await promptOf('c')]).toEqual(['One.', 'One.']);
  expect(said).toEqual(['tsagent.json:2 is not valid JSON']);
  rmSync(join(folder, 'tsagent.json'));
  expect([await promptOf('d'), await promptOf('e')]).toEqual(['One.', 'One.']);
  expect(said.slice(1)).toEqual([expect.stringContaining('tsagent.json is missing')]);
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  expect([await promptOf('f'), await promptOf('g')]).toEqual(['Two.', 'Two.']);
  expect(await promptOf('a')).toBe('One.');
  expect([said.length, changed]).toEqual([2, ['Two.']]);
});

it('keeps an agent whose changed model cannot be used', async () => {
  const storage = memoryStorage({
    'tsagent.json': JSON.stringify({ ...manifest, settings: { model: 'lmstudio/m' } }),
  });
  const said: string[] = [];
  const definition = await loadAgent(storage, broken(said));
  const version = (await storage.read('tsagent.json'))?.version ?? '';
  const wrong = JSON.stringify({ ...manifest, settings: { model: 'moon/m' } });
  await storage.write('tsagent.json', wrong, { version });
  expect((await definition.refresh()).settings.model).toBe('lmstudio/m');
  await definition.refresh();
  expect(said).toEqual([expect.stringContaining('unknown provider "moon"')]);
});

it('looks at the files as soon as they change, where that is asked for', async () => {
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(manifest) });
  const { promise, resolve } = Promise.withResolvers<string>();
  const definition = await loadAgent(storage, {
    model: 'lmstudio/m',
    watch: true,
    onChanged: ({ prompt }) => resolve(prompt),
  });
  onTestFinished(() => definition.close());
  await applyEdit(storage, await planPromptEdit(storage, 'New.'));
  expect(await promise).toBe('New.');
});

it('keeps a server connected that a change leaves as it is, and ends one that is gone', async () => {
  const url = await skyServer();
  const [sky, other] = [{ url }, { url: `${url}?other` }];
  const storage = memoryStorage({
    'tsagent.json': JSON.stringify({ ...manifest, mcpServers: { sky, other } }),
  });
  const definition = await loadAgent(storage, { model: 'lmstudio/m' });
  open.push(() => definition.close());
  const environment = definition.environments.default;
  const namesIn = async (task: string): Promise<string[]> => {
    const tools = await (await environment.forTask(task)).listTools(never);
    return tools.map((tool) => tool.function.name);
  };
  expect(await namesIn('a')).toEqual(['ask_user', 'sky_get', 'sky_set', 'other_get', 'other_set']);
  const hidden = await planToolSwitchesEdit(storage, { server: 'sky' }, { include: 'manual' });
  await applyEdit(storage, hidden);
  expect(await namesIn('b')).toEqual(['ask_user', 'other_get', 'other_set']);
  const { version = '' } = (await storage.read('tsagent.json')) ?? {};
  const without = JSON.stringify({ ...manifest, mcpServers: { sky } });
  await storage.write('tsagent.json', without, { version });
  expect(await namesIn('c')).toEqual(['ask_user', 'sky_get', 'sky_set']);
  // The first task still has all of its tools.
  expect(await namesIn('a')).toEqual(['ask_user', 'sky_get', 'sky_set', 'other_get', 'other_set']);
});

it('names every mistake of the files at once', async () => {
  const storage = memoryStorage({
    'tsagent.json': '{\n "metadata": {},\n "settings": { "topP": 7 }\n}',
    'rules/a.mdt': '---\ninclude: never\n---\nx',
  });
  const failure: unknown = await loadAgent(storage, { env: {} }).catch((thrown: unknown) => thrown);
  const problems = failure instanceof FolderError ? failure.problems : [];
  expect(problems.map(formatProblem)).toEqual([
    'memory/tsagent.json:2 metadata.name is missing',
    'memory/tsagent.json:3 settings.topP must be a number from 0 to 1',
    'memory/rules/a.mdt:2 include must be one of always, agent, manual',
  ]);
  expect(String(failure)).toContain('and 2 more: see timestep check');
});

it('answers for a task with the model that the task began with', async () => {
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(manifest) });
  const definition = loadAgentFolder(createTestFolder({ 'tsagent.json': manifest }), {
    model: 'lmstudio/m',
  });
  const versionNamed = (name: string): AgentVersion => ({
    folder: { ...definition.folder, name },
    model: () => ({ role: 'assistant', content: name }),
    environment: definition.environments.default,
    kept: () => ({ id: name, texts: {} }),
  });
  const [one, two] = [versionNamed('one'), versionNamed('two')];
  const files = await readAgentFiles({ storage });
  const versions = trackAgentVersions({ storage }, { files, version: one }, async () => two);
  expect(await versions.chooseVersionForTask('a')).toBe(one);
  await storage.write('prompt.md', 'New.', {});
  expect(await versions.chooseVersionForTask('b')).toBe(two);
  expect([versions.getVersionOfTask('a'), versions.getVersionOfTask('b')]).toEqual([one, two]);
  // A task that began in another process goes on with what is newest here.
  expect(versions.getVersionOfTask('elsewhere')).toBe(two);
});
