import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AgentStorage, OperatorFiles, PlannedEdit } from '#engine/port';
import { applyEdit, readTextFile, memoryStorage, planPromptEdit } from '#agents/folder';
import { loadAgent } from './load-agent.ts';

const MANIFEST = JSON.stringify(
  { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } },
  undefined,
  2,
);
const FILES = {
  'tsagent.json': MANIFEST,
  'prompt.md': 'Guide people.\n',
  'rules/short.mdt': '---\nname: short\n---\nBe short.\n',
  'skills/map/SKILL.md': '---\nname: map\ndescription: Reads maps.\n---\nLook north.\n',
  'skills/map/data.bin': new Uint8Array([255, 254, 0]),
  'references/sky.mdt': '---\nname: sky\n---\nThe sky.\n',
  'notes.txt': 'not a file of the agent',
};

async function opened(
  files: Readonly<Record<string, string | Uint8Array>> = FILES,
): Promise<{ readonly storage: AgentStorage; readonly agent: OperatorFiles }> {
  const storage = memoryStorage(files);
  const definition = await loadAgent(storage, { env: { HOME: '/root-of-agents' } });
  return { storage, agent: definition.files };
}

function linesOf(plan: PlannedEdit | undefined): string[] {
  return (plan?.files ?? []).flatMap(({ path, lines }) =>
    lines.map(({ kind, text }) => `${path} ${kind} ${text}`),
  );
}

it('lists what belongs to the agent, by what it is', async () => {
  const { agent } = await opened();
  expect(await agent.list()).toEqual([
    { path: 'tsagent.json', part: 'settings' },
    { path: 'prompt.md', part: 'prompt' },
    { path: 'references/sky.mdt', part: 'reference' },
    { path: 'rules/short.mdt', part: 'rule' },
    { path: 'skills/map/SKILL.md', part: 'skill' },
    { path: 'skills/map/data.bin', part: 'skill' },
  ]);
  expect(await agent.read('prompt.md')).toMatchObject({ part: 'prompt', text: 'Guide people.\n' });
});

it('shows a change before it is written, and takes it back in order', async () => {
  const { storage, agent } = await opened();
  const first = { path: 'prompt.md', text: 'Guide people well.\n' };
  const plan = await agent.previewChange(first);
  expect(linesOf(plan)).toEqual([
    'prompt.md old Guide people.',
    'prompt.md new Guide people well.',
  ]);
  expect(await agent.previewUndo()).toBeUndefined();
  await agent.write(first, plan.version);
  const added = { path: 'rules/kind.mdt', text: '---\nname: kind\n---\nBe kind.\n' };
  await agent.write(added, (await agent.previewChange(added)).version);
  const removed = { path: 'rules/short.mdt' };
  await agent.write(removed, (await agent.previewChange(removed)).version);
  expect((await agent.list()).map(({ path }) => path)).toContain('rules/kind.mdt');
  const undone: string[][] = [];
  for (let undoing = await agent.previewUndo(); undoing; undoing = await agent.previewUndo()) {
    undone.push(linesOf(undoing));
    await agent.undo(undoing.version);
  }
  expect(undone.map((lines) => lines.at(-1))).toEqual([
    'rules/short.mdt new Be short.',
    'rules/kind.mdt old Be kind.',
    'prompt.md new Guide people.',
  ]);
  for (const path of ['prompt.md', 'rules/short.mdt'] as const) {
    expect((await readTextFile(storage, path))?.text).toBe(FILES[path]);
  }
  expect(await storage.read('rules/kind.mdt')).toBeUndefined();
  await expect(agent.undo(undefined)).rejects.toMatchObject({ code: 'no-such-part' });
});

it('writes and takes back nothing that was changed by others meanwhile', async () => {
  const { storage, agent } = await opened();
  const change = { path: 'prompt.md', text: 'Mine.\n' };
  const plan = await agent.previewChange(change);
  await applyEdit(storage, await planPromptEdit(storage, 'Theirs.\n'));
  const isOther: unknown = expect.objectContaining({ code: 'changed-underneath' });
  await expect(agent.write(change, plan.version)).rejects.toEqual(isOther);
  await agent.write(change, (await agent.previewChange(change)).version);
  const undo = await agent.previewUndo();
  await applyEdit(storage, await planPromptEdit(storage, 'Theirs again.\n'));
  await expect(agent.previewUndo()).rejects.toEqual(isOther);
  await expect(agent.undo(undo?.version)).rejects.toEqual(isOther);
  const fresh = { path: 'rules/new.mdt', text: '---\nname: new\n---\nNew.\n' };
  const planned = await agent.previewChange(fresh);
  await storage.write(fresh.path, 'another', {});
  await expect(agent.write(fresh, planned.version)).rejects.toEqual(isOther);
});

it('refuses what the agent could not be read with, naming file, line and field', async () => {
  const { agent } = await opened();
  const broken = { path: 'tsagent.json', text: MANIFEST.replace('"builtin:echo"', '5') };
  await expect(agent.previewChange(broken)).rejects.toThrow(/tsagent\.json:6 settings\.model/);
  await expect(agent.previewChange({ path: 'tsagent.json' })).rejects.toThrow('tsagent.json');
});

it('opens no file that is not of the agent, and changes none that cannot be text', async () => {
  const { agent } = await opened();
  for (const path of ['.env', 'notes.txt', '../x', '/etc/passwd', 'rules/../../x']) {
    await expect(agent.read(path)).rejects.toMatchObject({ name: 'FolderError' });
    await expect(agent.previewChange({ path, text: 'x' })).rejects.toMatchObject({
      name: 'FolderError',
    });
  }
  await expect(agent.read('rules/none.mdt')).rejects.toMatchObject({ code: 'no-such-part' });
  expect(await agent.read('skills/map/data.bin')).toMatchObject({
    text: '',
    why: 'it is not text of less than 1 MB',
  });
  await expect(agent.previewChange({ path: 'skills/map/data.bin', text: 'x' })).rejects.toThrow(
    'not text',
  );
});

it('shows no secret that stands in a file, and does not write over it', async () => {
  const server = { command: 'desk', env: { TOKEN: 'very-secret-token', KEY: '${env:HOME}' } };
  const mcpServers = { desk: server, off: { ...server, disabled: true } };
  const { agent } = await opened({ ...FILES, 'mcp.json': JSON.stringify({ mcpServers }) });
  const file = await agent.read('mcp.json');
  expect(file.text).not.toContain('very-secret-token');
  expect(file).toMatchObject({ part: 'servers', why: expect.stringContaining('${env:NAME}') });
  await expect(agent.previewChange({ path: 'mcp.json', text: '{}' })).rejects.toThrow(
    'contains a secret',
  );
});

it('switches orchestration on and off in one step, after a look at what that writes', async () => {
  const mcpServers = { mine: { type: 'internal', tool: 'rules' } };
  const manifest = { ...(JSON.parse(MANIFEST) as object), mcpServers };
  const { agent } = await opened({ ...FILES, 'tsagent.json': JSON.stringify(manifest, null, 2) });
  expect(await agent.getOrchestration()).toBe('off');
  const plan = await agent.previewChange({ orchestration: 'on' });
  expect(linesOf(plan).join('\n')).toContain('"tool": "agents"');
  await agent.write({ orchestration: 'on' }, plan.version);
  expect(await agent.getOrchestration()).toBe('on');
  expect((await agent.read('tsagent.json')).text).toContain('"create_rule": false');
  expect((await agent.previewChange({ orchestration: 'on' })).files).toEqual([]);
  const off = await agent.previewChange({ orchestration: 'off' });
  await agent.write({ orchestration: 'off' }, off.version);
  expect(await agent.getOrchestration()).toBe('off');
  expect((await agent.read('tsagent.json')).text).not.toContain('create_rule');
});

it('changes the one file of an agent that is a file', async () => {
  const yaml = 'metadata:\n  name: Echo\nsettings:\n  model: builtin:echo\nprompt: Say it.\n';
  const folder = mkdtempSync(join(tmpdir(), 'timestep-file-'));
  const path = join(folder, 'echo.yaml');
  writeFileSync(path, yaml);
  const definition = await loadAgent(path, { env: {} });
  const change = { path: 'echo.yaml', text: yaml.replace('Say it.', 'Say it twice.') };
  await definition.files.write(change, (await definition.files.previewChange(change)).version);
  expect(readFileSync(path, 'utf8')).toContain('Say it twice.');
  expect(await definition.files.getOrchestration()).toBeUndefined();
  const broken = { path: 'echo.yaml', text: yaml.replace('metadata', 'metadat') };
  await expect(definition.files.previewChange(broken)).rejects.toThrow('echo.yaml');
  await definition.close();
  rmSync(folder, { recursive: true, force: true });
});
