import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent } from '@timestep-ai/timestep';
import { loadAgentFolder, type AgentDefinition } from '@timestep-ai/timestep/folder';
import { weatherAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

const provider = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }));
});
let web: Web;
let definition: AgentDefinition;
const folder = mkdtempSync(join(tmpdir(), 'timestep-chat-model-'));

beforeAll(async () => {
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'script:talk.json' } };
  const rules = [{ when: { user: { contains: '' } }, reply: 'Well.' }];
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'talk.json'), JSON.stringify({ rules }));
  writeFileSync(join(folder, 'prompt.md'), 'Guide people.\n');
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
  definition = loadAgentFolder(folder, { env });
  web = await openWeb([new Agent(definition), weatherAgent()]);
});

afterAll(async () => {
  await web.close();
  await definition.close();
  await new Promise((resolve) => provider.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('chooses the model of a conversation, and shows what fills its context, by keyboard alone', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/chat/0000-model?agent=guide');
  await page.getByRole('button', { name: 'Model: script:talk.json' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Model of this conversation' });
  await dialog.getByText('model of the agent').waitFor();
  await page.keyboard.type('anthropic/x');
  await dialog.getByRole('button', { name: 'Use anthropic/x' }).press('Enter');
  await dialog.getByText('ANTHROPIC_API_KEY').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('searchbox').fill('builtin:echo');
  await dialog.getByRole('button', { name: 'Use builtin:echo' }).press('Enter');
  await page.getByRole('button', { name: 'Model: builtin:echo' }).waitFor();
  expect(await dialog.count()).toBe(0);
  await page.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Enter');
  await page.getByText('Echo: Hello').waitFor();
  const ring = page.getByRole('button', { name: /^Context: about \d+ tokens/ });
  await ring.focus();
  await page.getByRole('tooltip').getByText('instructions').waitFor();
  expect(await axe()).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Model: builtin:echo' }).waitFor();
  // The model without a key was refused.
  expect(complaints).toEqual([expect.stringContaining('409')]);
  expect(outside).toEqual([]);
  await close();
});

it('suggests models for a fork, and accepts another', async () => {
  const answered = await web.ask('guide', 'Hello');
  const { page, complaints, axe, close } = await web.open(`/tasks/${answered}`);
  const main = page.locator('main');
  await main.getByRole('button', { name: /^Answers/ }).click();
  await page.getByRole('button', { name: 'Fork from this step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fork from this step' });
  const field = dialog.getByRole('combobox', { name: 'Model' });
  const listOffered = (): Promise<readonly string[]> =>
    field.evaluate((input) => {
      const { list } = input as unknown as {
        readonly list: { readonly options: Iterable<{ readonly value: string }> } | null;
      };
      return [...(list?.options ?? [])].map(({ value }) => value);
    });
  await expect.poll(listOffered).toEqual(['openai/small', 'openai/large']);
  await field.fill('builtin:echo');
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Start task' }).click();
  await main.getByText('Echo: Hello').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('offers no choice of a model where a program answers', async () => {
  const { page, close } = await web.open('/chat/0000-none?agent=weather');
  await page.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Context: about/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Model:/ }).count()).toBe(0);
  await close();
});
