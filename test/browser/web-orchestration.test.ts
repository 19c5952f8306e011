import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWeb, type Web } from './web.ts';

let web: Web;
const folder = mkdtempSync(join(tmpdir(), 'timestep-orchestration-'));
const answer = Promise.withResolvers<undefined>();

beforeAll(async () => {
  for (const [name, agents] of [
    ['desk', ['../sky', '../sea']],
    ['sky', ['../desk']],
    ['sea', []],
    ['lone', []],
  ] as const) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const catalog = await openCatalog([folder], {
    load: {
      async model(messages, { task }) {
        const last = messages.at(-1);
        const said = last ? getText(last) : '';
        if (task.agent === 'sky') {
          await answer.promise;
          return { role: 'assistant', content: `sun in ${said}` };
        }
        if (last?.role === 'tool') return { role: 'assistant', content: said };
        const called = {
          name: 'agents_call_agent',
          arguments: JSON.stringify({ agent: 'sky', message: 'Oslo' }),
        };
        const call = { id: 'c1', type: 'function', function: called } as const;
        return { role: 'assistant', content: null, tool_calls: [call] };
      },
    },
  });
  web = await openWeb(catalog.servables);
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

it('shows who may call whom, a call while it is made, and the call once it has ended', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/agents');
  await page.getByRole('link', { name: 'Call graph' }).click();
  const graph = page.getByRole('region', { name: 'Call graph' });
  await graph.getByRole('button', { name: 'desk' }).waitFor();
  expect(await graph.getByRole('button').allInnerTexts()).toHaveLength(4);
  const apart = graph.getByRole('list', { name: 'Agents without calls' });
  expect(await apart.getByRole('button').allInnerTexts()).toEqual(['lone']);
  expect(await graph.evaluate((region) => region.scrollHeight - region.clientHeight)).toBe(0);
  const rows = page.getByRole('region', { name: 'Calls', exact: true }).getByRole('row');
  const texts = async (): Promise<string[]> =>
    (await rows.allInnerTexts()).slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await expect
    .poll(async () => (await texts()).join('; '))
    .toBe('desk sky no calls; desk sea no calls; sky desk no calls');
  await web.ask('desk', 'How is it?');
  await graph.getByText('1 running').waitFor();
  await rows.filter({ hasText: '1 running' }).waitFor();
  expect(await axe()).toEqual([]);
  answer.resolve(undefined);
  await rows.filter({ hasText: '1 in 7 days' }).waitFor();
  await rows.filter({ hasText: '1 running' }).waitFor({ state: 'detached' });
  expect(await graph.getByText('1 running').count()).toBe(0);
  await graph.getByRole('button', { name: 'sea' }).press('Enter');
  await expect.poll(texts).toEqual(['desk sea no calls']);
  expect(page.url()).toContain('agent=sea');
  await page.reload();
  await expect.poll(texts).toEqual(['desk sea no calls']);
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('region', { name: 'Recent calls' }).getByRole('link').click();
  await page.locator('main').getByText('sun in Oslo').first().waitFor();
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});
