import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWeb, type Web } from './web.ts';

let web: Web;
const folder = mkdtempSync(join(tmpdir(), 'timestep-nested-'));

beforeAll(async () => {
  for (const [name, agents] of [
    ['desk', ['../sky']],
    ['sky', []],
  ] as const) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const catalog = await openCatalog([join(folder, 'desk')], {
    load: {
      model(messages, { task }) {
        const last = messages.at(-1);
        const said = last ? getText(last) : '';
        if (task.agent === 'sky') return { role: 'assistant', content: `sun in ${said}` };
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

it('opens the rows of a task that another one waited for below the row that waited', async () => {
  const id = await web.ask('desk', 'How is it?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${id}?tab=timeline`);
  await page.locator('main').getByText('completed').first().waitFor();
  const rows = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const toggle = page.getByRole('button', { name: /sky: Oslo/ });
  await expect.poll(() => rows.filter({ hasText: /model step 1/ }).count()).toBe(2);
  const open = await rows.allInnerTexts();
  const asks = open.findIndex((text) => text.includes('asks'));
  expect(open.slice(asks + 1).findIndex((text) => text.includes('model step 1'))).toBeLessThan(2);
  // The call that waits for the task is one row.
  expect(open.filter((text) => text.includes('agents_call_agent'))).toEqual([]);
  expect(await axe()).toEqual([]);
  await toggle.press('Enter');
  await expect.poll(() => rows.filter({ hasText: /model step 1/ }).count()).toBe(1);
  await toggle.press('Enter');
  await expect.poll(() => rows.count()).toBe(open.length);
  await page.getByRole('button', { name: /^Open task/ }).press('Enter');
  await expect.poll(() => rows.first().innerText()).toContain('turn sky');
  expect(page.url()).not.toContain(id);
  expect(complaints).toEqual([]);
  await close();
});
