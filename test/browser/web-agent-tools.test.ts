import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, type JsonObject } from '@timestep-ai/timestep';
import { loadAgentFolder, type AgentDefinition } from '@timestep-ai/timestep/folder';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import { openWeb, type Web } from './web.ts';

let web: Web;
let folder: string;
let definition: AgentDefinition;

const BOOK = {
  name: 'book',
  description: 'Books a train.',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string', description: 'Where', minLength: 1 } },
    required: ['to'],
  },
  prompt: 'Book a train to {to}.',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-tools-'));
  const manifest = {
    metadata: { name: 'Trains', description: 'Books trains.', tools: [BOOK] },
    settings: { model: 'builtin:echo' },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest, null, 2));
  definition = loadAgentFolder(folder);
  web = await openWeb([new Agent(definition)]);
});

afterAll(async () => {
  await web.close();
  await definition.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the echo behind a tool was asked. */
async function promptOf(tool: string, given: JsonObject): Promise<string> {
  const environment = await connectEnvironment({ url: `${web.url}/agents/trains/tools/mcp` });
  const { signal } = new AbortController();
  const listed = await environment.listTools(signal);
  const name = listed.find((one) => one.function.name.endsWith(tool))?.function.name ?? tool;
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const came = await environment.callTool(
    { id: 'c', name, arguments: given },
    { key: 'c', attempt: 1, task, signal },
  );
  await environment.close();
  return JSON.stringify(came);
}

it('builds a tool whose preview is the prompt that a call sends', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/agents/trains?tab=tools');
  await page.getByRole('button', { name: 'book' }).click();
  await page.getByRole('button', { name: 'Add field' }).click();
  const field = page.getByRole('group', { name: 'Field 2' });
  await field.getByLabel('Field name').fill('seats');
  await field.getByLabel('Type').selectOption('integer');
  await field.getByLabel('Sample value').fill('2');
  await page
    .getByRole('group', { name: 'Field 1' })
    .getByLabel('Sample value')
    .fill('{seats} Ölüdeniz');
  await page.getByLabel(/^Prompt template/).fill('{name}: {seats} seats to {to}, {"as": "JSON"}');
  const preview = page.getByRole('region', { name: 'Preview of the prompt' });
  const expected = 'book: 2 seats to {seats} Ölüdeniz, {"as": "JSON"}';
  await expect.poll(() => preview.textContent()).toBe(expected);
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByRole('region', { name: 'Changes to tsagent.json' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const { metadata } = JSON.parse(readFileSync(join(folder, 'tsagent.json'), 'utf8'));
  expect(metadata.tools[0].parameters.properties.to).toEqual(BOOK.parameters.properties.to);
  const asked = await promptOf('book', { to: '{seats} Ölüdeniz', seats: 2 });
  expect(asked).toContain(JSON.stringify(`Echo: ${expected}`).slice(1, -1));
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('says what is wrong with a template, and removes a tool', async () => {
  const { page, close } = await web.open('/agents/trains?tab=tools');
  await page.getByRole('button', { name: 'New tool' }).click();
  await page.getByLabel('Tool name').fill('look');
  await page.getByLabel(/^Prompt template/).fill('Look at {what}.');
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByText(/names \{what\}, which is not a parameter/).waitFor();
  await page.getByLabel(/^Prompt template/).fill('Look.');
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'look', exact: true }).click();
  await page.getByRole('button', { name: 'Delete tool…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'look', exact: true }).count()).toBe(0);
  const { metadata } = JSON.parse(readFileSync(join(folder, 'tsagent.json'), 'utf8'));
  expect(metadata.tools.map(({ name }: { name: string }) => name)).toEqual(['book']);
  await close();
});
