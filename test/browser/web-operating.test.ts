import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './web.ts';

const COMMAND = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');
const GUIDE = join(import.meta.dirname, '../../examples/guide');

let folder: string;
let server: ChildProcess;
let browser: Browser;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-operating-'));
  const args = ['serve', GUIDE, '--port', '0', '--json', '--retention', '90d'];
  const node = ['--conditions=@timestep/source', COMMAND, ...args];
  server = spawn(process.execPath, node, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  browser = await launchChromium();
  if (!server.stdout) throw new Error('the server has no output');
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  address = (JSON.parse(line) as { readonly page: string }).page;
});

afterAll(async () => {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
});

it('examines the database, copies it, and says which tasks would be deleted', async () => {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'Operations' }).click();
  const store = page.getByRole('region', { name: 'Database' });
  await store.getByRole('status').getByText('No problems found').waitFor();
  await store.getByText('.timestep/tasks.db', { exact: true }).waitFor();
  await store.getByText('Ended tasks are kept for 90d.').waitFor();

  await store.getByText('No backups in').waitFor();
  await store.getByRole('button', { name: 'Back up now' }).click();
  await store.getByRole('status').getByText('0 tasks').waitFor();
  const copies = store.getByRole('region', { name: 'Backups' }).getByRole('listitem');
  await copies.first().waitFor();
  expect(await copies.count()).toBe(1);
  expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^tasks-.*\.db$/)]);

  await store.getByLabel('Days without changes').fill('7');
  await store.getByRole('button', { name: 'Preview deletion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete old tasks' });
  await dialog
    .getByText('Nothing to delete: every ended task has changed within the last 7 days.')
    .waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
