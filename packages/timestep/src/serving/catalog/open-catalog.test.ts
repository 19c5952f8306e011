import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createMemoryRunner } from '#engine/runner';
import { createManualClock } from '#testing';
import {
  openTestCatalog,
  createTestFolder,
  waitForCatalog,
  writeAgent,
} from './catalog.fixture.ts';
import type { Catalog } from './catalog.ts';
import { openCatalog } from './open-catalog.ts';

const NEVER = new AbortController().signal;

function ids(catalog: Catalog): string[] {
  return catalog.list().map(({ agentId }) => agentId);
}

it('finds folders, YAML and Markdown, each as an agent, and by name, title and source', async () => {
  const folder = createTestFolder();
  writeAgent(join(folder, 'agents', 'sky'), 'Weather', { description: 'Looks up', version: '2' });
  writeFileSync(join(folder, 'agents', 'desk.yaml'), 'metadata:\n  name: Desk\n');
  writeFileSync(join(folder, 'agents', 'reviewer.md'), '---\ndescription: Reviews\n---\nReview.');
  writeFileSync(join(folder, 'agents', 'README.md'), '# About them');
  mkdirSync(join(folder, 'agents', 'empty'));
  const single = writeAgent(join(folder, 'one'), 'Wéather');
  const catalog = await openTestCatalog([join(folder, 'agents'), single]);
  expect(ids(catalog)).toEqual(['desk', 'reviewer', 'weather', 'weather-2']);
  expect(catalog.find('weather')).toMatchObject({
    agentId: 'weather',
    name: 'Weather',
    description: 'Looks up',
    version: '2',
    mode: 'interactive',
    kind: 'path',
    source: join(folder, 'agents', 'sky'),
    health: { state: 'ok' },
  });
  expect(catalog.find('Wéather')?.agentId).toBe('weather-2');
  expect(catalog.find(join(single, 'tsagent.json'))?.agentId).toBe('weather-2');
  expect(catalog.find('nobody')).toBeUndefined();
  expect(catalog.servables.get('desk')?.description).toMatchObject({ name: 'desk', title: 'Desk' });
});

it('has an entry that says what is wrong, and the agent once it is mended', async () => {
  const folder = createTestFolder();
  const agents = join(folder, 'agents');
  mkdirSync(join(agents, 'broken'), { recursive: true });
  const manifest = join(agents, 'broken', 'tsagent.json');
  writeFileSync(manifest, '{\n  "metadata": {}\n}');
  const catalog = await openTestCatalog([agents, join(folder, 'later')]);
  const [broken, missing] = catalog.list();
  expect(broken).toMatchObject({
    agentId: 'broken',
    health: { state: 'bad', why: expect.stringContaining('tsagent.json:2 metadata.name') },
    problems: [{ file: manifest, line: 2, field: 'metadata.name' }],
  });
  expect(missing?.health.why).toMatch(/later does not exist: use a folder with tsagent.json/);
  expect(catalog.servables.list()).toEqual([]);
  writeAgent(join(agents, 'broken'), 'Mended');
  await waitForCatalog(catalog, () => catalog.find('mended')?.health.state === 'ok');
  writeAgent(join(folder, 'later'), 'Later');
  await waitForCatalog(catalog, () => catalog.servables.get('later') !== undefined);
  expect(ids(catalog)).toEqual(['mended', 'later']);
});

it('follows agents that come, change and go, and keeps the names of the others', async () => {
  const agents = createTestFolder();
  writeAgent(join(agents, 'a'), 'Weather');
  writeAgent(join(agents, 'b'), 'Weather');
  const catalog = await openTestCatalog([agents]);
  expect(ids(catalog)).toEqual(['weather', 'weather-2']);
  const second = catalog.servables.get('weather-2');
  writeAgent(join(agents, 'c'), 'Third');
  await waitForCatalog(catalog, () => catalog.find('third') !== undefined);
  writeAgent(join(agents, 'b'), 'Weather', { description: 'Newer' });
  await waitForCatalog(catalog, () => catalog.find('weather-2')?.description === 'Newer');
  expect(catalog.servables.get('weather-2')).toBe(second);
  expect(second?.description.description).toBe('Newer');
  rmSync(join(agents, 'a'), { recursive: true });
  await waitForCatalog(catalog, () => catalog.find('weather') === undefined);
  expect(ids(catalog)).toEqual(['weather-2', 'third']);
  writeFileSync(join(agents, 'b', 'tsagent.json'), '{');
  await waitForCatalog(catalog, () => catalog.find('weather-2')?.health.state === 'bad');
  // The last good files stay in use.
  expect(catalog.servables.get('weather-2')).toBe(second);
  rmSync(agents, { recursive: true });
  await waitForCatalog(catalog, () => catalog.servables.list().length === 0);
  writeAgent(join(agents, 'd'), 'Back');
  await waitForCatalog(catalog, () => catalog.find('back') !== undefined);
});

it('loads an agent when it is first asked, once for all who ask at the same time', async () => {
  const folder = createTestFolder();
  const settings = { maxChatTurns: 3 };
  const path = join(folder, 'echo.yaml');
  writeFileSync(path, JSON.stringify({ metadata: { name: 'Echo' }, settings, systemPrompt: 'Hm' }));
  const loaded: string[] = [];
  const catalog = await openTestCatalog([path], {
    load: { model: agentBuiltinEcho },
    onLoaded: ({ name }) => loaded.push(name),
  });
  const agents = catalog.servables.list().map(({ loop }) => loop);
  const runner = createMemoryRunner({ agents });
  onTestFinished(() => runner.close(0));
  expect([loaded, agents[0]?.limits.max_steps]).toEqual([[], 3]);
  const message = { role: 'user', content: 'hello' } as const;
  const tasks = await Promise.all(
    ['1', '2'].map((messageId) =>
      runner.submit({ agent: 'echo', principal: '', messageId, message }),
    ),
  );
  const ended = await Promise.all(tasks.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
  expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed']);
  expect(loaded).toEqual(['Echo']);
});

it('says why an agent cannot be loaded, and that it can again', async () => {
  const folder = createTestFolder();
  const path = writeAgent(join(folder, 'sky'), 'Sky');
  const rules = join(path, 'mcp.json');
  writeFileSync(rules, '{');
  const catalog = await openTestCatalog([path], { load: { model: agentBuiltinEcho } });
  const servable = catalog.servables.get('sky');
  expect(catalog.find('sky')?.health.state).toBe('ok');
  await expect(servable?.loop.environment('c')).rejects.toMatchObject({ code: 'bad-folder' });
  expect(catalog.find('sky')).toMatchObject({
    health: { state: 'bad', why: expect.stringContaining('mcp.json:1') },
    problems: [{ line: 1 }],
  });
  rmSync(rules);
  await servable?.loop.environment('c');
  expect(catalog.find('sky')?.health.state).toBe('ok');
});

it('lets an agent whose files are gone end its work, and has the same one when they are back', async () => {
  const clock = createManualClock();
  const agents = createTestFolder();
  const path = writeAgent(join(agents, 'sky'), 'Sky');
  const catalog = await openTestCatalog([agents], { load: { model: agentBuiltinEcho }, clock });
  const sky = catalog.servables.get('sky');
  await sky?.loop.environment('c');
  rmSync(path, { recursive: true });
  await waitForCatalog(catalog, () => catalog.find('sky') === undefined);
  await expect(sky?.loop.environment('c')).resolves.toBeDefined();
  writeAgent(path, 'Sky');
  await waitForCatalog(catalog, () => catalog.servables.get('sky') === sky);
  rmSync(path, { recursive: true });
  await waitForCatalog(catalog, () => catalog.find('sky') === undefined);
  clock.advance(10 * 60_000);
  await expect(sky?.loop.environment('c')).rejects.toMatchObject({ code: 'closed' });
});

it('adds and removes sources', async () => {
  const folder = createTestFolder();
  writeAgent(join(folder, 'agents', 'a'), 'A');
  const one = writeAgent(join(folder, 'one'), 'One');
  const catalog = await openTestCatalog([], { load: { model: agentBuiltinEcho } });
  expect(catalog.list()).toEqual([]);
  expect(await catalog.add(join(folder, 'agents'))).toMatchObject([{ agentId: 'a' }]);
  expect(await catalog.add(one)).toMatchObject([{ agentId: 'one' }]);
  expect(await catalog.add(one)).toMatchObject([{ agentId: 'one' }]);
  await expect(catalog.remove('nobody')).rejects.toMatchObject({ code: 'no-such-agent' });
  await expect(catalog.remove('a')).rejects.toMatchObject({
    code: 'part-of-folder',
    message: expect.stringContaining('remove the folder'),
  });
  const { loop } = catalog.servables.get('one') ?? {};
  await catalog.remove('one');
  expect(ids(catalog)).toEqual(['a']);
  await expect(loop?.environment('c')).rejects.toMatchObject({ code: 'closed' });
  await catalog.remove(join(folder, 'agents'));
  expect(catalog.list()).toEqual([]);
});

it.each([
  ['', 'the source is empty'],
  ['https://', 'is not a valid address'],
  ['https://ann:secret@agents.example/', 'agents.example contains credentials'],
])('refuses %j as a source, without secrets', async (source, message) => {
  const refused = await openCatalog([source]).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({
    code: 'bad-source',
    message: expect.stringContaining(message),
  });
  expect(String(refused)).not.toContain('secret');
});

it('reads a folder of many agents, each by one file', async () => {
  const agents = createTestFolder();
  const names = Array.from({ length: 200 }, (_, at) => `agent-${String(at).padStart(3, '0')}`);
  for (const name of names) writeAgent(join(agents, name), name);
  const catalog = await openTestCatalog([agents]);
  expect(ids(catalog)).toEqual(names);
});

it('has the servers of an agent for operators, also before it was asked', async () => {
  const folder = createTestFolder();
  const mcpServers = { files: { command: 'x' } };
  const path = join(folder, 'desk');
  mkdirSync(path);
  const manifest = { metadata: { name: 'Desk' }, settings: { model: 'builtin:echo' }, mcpServers };
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify(manifest));
  const catalog = await openTestCatalog([path]);
  const servers = catalog.servables.get('desk')?.servers;
  const known = typeof servers === 'function' ? await servers() : servers;
  expect(known?.list()).toMatchObject([{ name: 'files', state: 'idle' }]);
});
