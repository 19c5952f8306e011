import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent } from '@timestep-ai/timestep';
import { loadAgentFolder, type AgentDefinition } from '@timestep-ai/timestep/folder';
import { weatherAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
let folder: string;
let definition: AgentDefinition;

function at(path: string): string {
  return join(folder, path);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-files-'));
  mkdirSync(at('rules'));
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } };
  writeFileSync(at('tsagent.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(at('prompt.md'), 'Guide people.\n');
  writeFileSync(at('rules/short.mdt'), '---\nname: short\n---\nBe short.\n');
  definition = loadAgentFolder(folder);
  web = await openWeb([new Agent(definition), weatherAgent()]);
});

afterAll(async () => {
  await web.close();
  await definition.close();
  rmSync(folder, { recursive: true, force: true });
});

it('changes the prompt after a look at the change, and takes it back', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/agents/guide?tab=files');
  await page.getByRole('button', { name: 'prompt.md' }).click();
  await page.getByLabel('prompt.md').fill('Guide people well.\n');
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Preview change…' }).click();
  const changes = page.getByRole('region', { name: 'Changes to prompt.md' });
  await changes.getByText('+ Guide people well.').waitFor();
  expect(readFileSync(at('prompt.md'), 'utf8')).toBe('Guide people.\n');
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Undo the last edit…' }).click();
  expect(readFileSync(at('prompt.md'), 'utf8')).toBe('Guide people well.\n');
  expect((await definition.refresh()).prompt).toContain('Guide people well.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => page.getByLabel('prompt.md').innerText()).toBe('Guide people.\n\n');
  expect(readFileSync(at('prompt.md'), 'utf8')).toBe('Guide people.\n');
  await expect.poll(() => page.getByRole('button', { name: /Undo/ }).count()).toBe(0);
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('adds a rule, writes it, and removes it', async () => {
  const { page, close } = await web.open('/agents/guide?tab=files');
  await page.getByLabel('Name of the new file').fill('kind');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('rules/kind.mdt').waitFor();
  expect(readFileSync(at('rules/kind.mdt'), 'utf8')).toContain('include: manual');
  await page.getByRole('button', { name: 'Delete file…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Choose a file').waitFor();
  expect(existsSync(at('rules/kind.mdt'))).toBe(false);
  await close();
});

it('says where a mistake is, and writes over nothing that others wrote', async () => {
  const { page, close } = await web.open('/agents/guide?tab=files&file=tsagent.json');
  const text = readFileSync(at('tsagent.json'), 'utf8');
  await page.getByLabel('tsagent.json').fill(text.replace('"builtin:echo"', '5'));
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByText(/tsagent\.json:6 settings\.model/).waitFor();
  await page.getByLabel('tsagent.json').fill(text.replace('Guide', 'Guides'));
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  writeFileSync(at('tsagent.json'), `${text}\n`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/was changed after it was read/).waitFor();
  expect(readFileSync(at('tsagent.json'), 'utf8')).toBe(`${text}\n`);
  await close();
});

it('switches orchestration on after a look at what that writes', async () => {
  const { page, axe, close } = await web.open('/agents/guide?tab=files');
  await page.getByText('The agent cannot call other agents.').waitFor();
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await page.getByText('"tool": "agents"').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/It cannot change its own rules/).waitFor();
  expect(readFileSync(at('tsagent.json'), 'utf8')).toContain('"tool": "agents"');
  await close();
});

it('checks the key of a provider', async () => {
  const { page, axe, close } = await web.open('/agents/guide?tab=models');
  await page.getByText('builtin:echo').waitFor();
  await page.getByRole('button', { name: 'Check anthropic' }).click();
  await page.getByText(/Not available: .*ANTHROPIC_API_KEY/).waitFor();
  expect(await axe()).toEqual([]);
  await close();
});

it('says why an agent of a program has no files', async () => {
  const { page, axe, close } = await web.open('/agents/weather?tab=files');
  await page.getByText(/defined in code or runs on another server/).waitFor();
  expect(await axe()).toEqual([]);
  await close();
});
