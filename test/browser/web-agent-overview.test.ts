import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moodyAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
const folder = mkdtempSync(join(tmpdir(), 'timestep-agent-overview-'));

beforeAll(async () => {
  mkdirSync(join(folder, 'desk'));
  const manifest = {
    metadata: { name: 'desk' },
    settings: { model: 'builtin:echo' },
    mcpServers: {
      files: { command: 'files-server' },
      away: { command: 'away', disabled: true },
    },
  };
  writeFileSync(join(folder, 'desk/tsagent.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, 'poet'));
  writeFileSync(
    join(folder, 'poet/tsagent.json'),
    JSON.stringify({ ...manifest, metadata: { name: 'poet' }, mcpServers: {} }),
  );
  const catalog = await openCatalog([join(folder, 'desk'), join(folder, 'poet')], {});
  web = await openWeb([...catalog.servables.list(), moodyAgent(1)]);
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

it('shows the configured model and the servers of an agent that has not run', async () => {
  const { page, complaints, axe, close } = await web.open('/agents');
  const row = page.getByRole('row', { name: /desk/ });
  await row.getByText('builtin:echo').waitFor();
  await row.getByRole('link', { name: 'desk' }).click();
  const setup = page.getByRole('region', { name: 'Model and servers' });
  await setup.getByText('builtin:echo').waitFor();
  await setup.getByText('not connected yet').waitFor();
  await setup.getByText('disabled').waitFor();
  await page.getByText('This agent has not run yet.').waitFor();
  expect(await page.getByRole('region', { name: 'Newest failures' }).count()).toBe(0);
  expect(await axe()).toEqual([]);
  await setup.getByRole('link', { name: 'files' }).click();
  await page.getByRole('heading', { name: 'files', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows the newest runs and failures of an agent, with links', async () => {
  await web.ask('moody', 'fail');
  const { page, axe, close } = await web.open('/agents/moody');
  const failures = page.getByRole('region', { name: 'Newest failures' });
  await failures.getByText('fail', { exact: true }).waitFor();
  await page.getByText('none is configured').waitFor();
  for (const text of ['one', 'two', 'three', 'four', 'five']) await web.ask('moody', text);
  const runs = page.getByRole('region', { name: 'Newest runs' }).getByRole('link');
  await expect.poll(() => runs.count()).toBe(5);
  expect(await page.getByText('This agent has not run yet.').count()).toBe(0);
  await runs.filter({ hasText: 'five' }).waitFor();
  expect(await axe()).toEqual([]);
  await failures.getByRole('link').click();
  await page.getByRole('heading', { name: 'fail' }).waitFor();
  await close();
});

it('groups servers by name, and folds the agents that have none', async () => {
  const { page, axe, close } = await web.open('/environments');
  const group = page.getByRole('region', { name: 'files', exact: true });
  await group.getByRole('link', { name: 'desk' }).waitFor();
  const poet = page.getByRole('link', { name: 'poet' });
  expect(await poet.count()).toBe(0);
  await page.getByText('1 agent without MCP servers').click();
  await poet.waitFor();
  expect(await axe()).toEqual([]);
  await close();
});
