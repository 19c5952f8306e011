import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalog, type Catalog } from '@timestep-ai/timestep/catalog';
import { openWeb, type Web } from './web.ts';
import { findWordingFaults } from './wording-faults.ts';

let web: Web;
let place: string;
let catalog: Catalog;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'timestep-made-'));
  mkdirSync(join(place, 'guide'));
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } };
  writeFileSync(join(place, 'guide', 'tsagent.json'), JSON.stringify(manifest));
  catalog = await openCatalog([place]);
  web = await openWeb(catalog.servables, undefined, undefined, {
    folders: [place],
    findAgentPath: (agentId) => catalog.find(agentId)?.source,
    async findAgentAt(path) {
      await catalog.refresh();
      return catalog.find(path)?.agentId;
    },
  });
});

afterAll(async () => {
  await web.close();
  await catalog.close();
  rmSync(place, { recursive: true, force: true });
});

it('makes an agent, which is there to be talked to at once', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/agents');
  await page.getByRole('button', { name: 'Create agent…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sky Watcher');
  expect(await page.getByLabel('Folder name').inputValue()).toBe('sky-watcher');
  await page.getByLabel('Model (provider/name)').fill('builtin:echo');
  await page.getByLabel('Prompt').fill('Watch the sky.');
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Sky Watcher', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'prompt.md' }).click();
  await expect.poll(() => page.getByLabel('prompt.md').innerText()).toBe('Watch the sky.\n\n');
  await page.getByRole('button', { name: /Chat with/ }).click();
  await page.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Enter');
  await page.getByText('Echo: Hello').waitFor();
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('copies an agent, and refuses to overwrite one', async () => {
  const { page, close } = await web.open('/agents');
  await page.getByRole('button', { name: 'Create agent…' }).click();
  await page.getByRole('combobox', { name: /^Kind/ }).selectOption('copy');
  await page.getByRole('combobox', { name: /^Agent to copy/ }).selectOption('guide');
  await page.getByLabel('Name', { exact: true }).fill('Guide');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText(/already exists/).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Other Guide');
  await page.getByLabel('Folder name').fill('other');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Other Guide', level: 1 }).waitFor();
  expect(existsSync(join(place, 'other', 'tsagent.json'))).toBe(true);
  await close();
});

it('imports an agent of another program from its file', async () => {
  const { page, close } = await web.open('/agents');
  const text = '---\nname: reviewer\ndescription: Reviews.\nmodel: builtin:echo\n---\nReview it.\n';
  await page.getByRole('button', { name: 'Create agent…' }).click();
  await page.getByRole('combobox', { name: /^Kind/ }).selectOption('import');
  const file = { name: 'reviewer.md', mimeType: 'text/markdown', buffer: Buffer.from(text) };
  expect(await findWordingFaults(page)).toEqual([]);
  await page.getByLabel(/Agent file/).setInputFiles(file);
  await page.getByText('reviewer.md', { exact: true }).waitFor();
  await page.getByLabel('Folder name').fill('reviewer');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('link', { name: 'reviewer' })
    .or(page.getByRole('heading', { name: 'reviewer' }))
    .first()
    .waitFor();
  expect(readFileSync(join(place, 'reviewer', 'prompt.md'), 'utf8')).toContain('Review it.');
  await close();
});
