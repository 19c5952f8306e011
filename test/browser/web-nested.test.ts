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

it('shows the agents that a run asks in one timeline, and each step beside it, by keyboard alone', async () => {
  const id = await web.ask('desk', 'How is it?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${id}`);
  await page.locator('main').getByText('completed').first().waitFor();
  const rows = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const toggle = page.getByRole('button', { name: 'Close the steps of → sky' });
  await toggle.waitFor();
  const open = await rows.allInnerTexts();
  const asks = open.findIndex((text) => text.includes('→ sky'));
  expect(open[asks]).toContain('“Oslo”');
  expect(open.slice(asks + 1).findIndex((text) => text.includes('“sun in Oslo”'))).toBe(0);
  // The call that waits for the task is one row.
  expect(open.filter((text) => text.includes('agents_call_agent'))).toEqual([]);
  await toggle.press('Enter');
  await expect.poll(() => rows.count()).toBeLessThan(open.length);
  await page.getByRole('button', { name: 'Open the steps of → sky' }).press('Enter');
  await expect.poll(() => rows.count()).toBe(open.length);

  const step = page.getByRole('complementary', { name: 'Step' });
  await page.keyboard.press('j');
  await step.getByText('Answered', { exact: true }).waitFor();
  for (let at = 0; at < asks; at += 1) await page.keyboard.press('j');
  await step.getByRole('heading', { name: '→ sky' }).waitFor();
  await step.getByText('sun in Oslo', { exact: true }).waitFor();
  await page.keyboard.press('k');
  await step.getByRole('heading', { name: 'Model call, step 1' }).waitFor();
  await step.getByText('new in this step').first().waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => step.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('links a moment of a run, and shows its graph and what was asked then', async () => {
  const id = await web.ask('desk', 'How is it?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${id}`);
  await page.locator('main').getByText('completed').first().waitFor();
  const slider = page.getByRole('slider', { name: 'Position in the run' });
  await page.getByRole('tab', { name: 'Graph' }).click();
  const calls = page.getByRole('list', { name: 'Calls between agents' });
  await calls.getByText('desk → sky: 1 ended').waitFor();
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByText('No agent had called another one.').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=graph&at=0');
  expect(await axe()).toEqual([]);
  const there = await web.open(`/tasks/${id}?tab=graph&at=0`);
  await there.page.getByText('No agent had called another one.').waitFor();
  expect(await there.page.getByRole('slider').getAttribute('aria-valuetext')).toBe('0 ms');
  await there.close();
  await page.keyboard.press('End');
  await calls.getByText('desk → sky: 1 ended').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=graph');
  expect(complaints).toEqual([]);
  await close();
});
