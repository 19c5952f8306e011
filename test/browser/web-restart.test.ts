import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openSqlite, serve, type Serving } from '@timestep-ai/timestep';
import { createPageProtocol, loadShippedPage, type PageAccess } from '@timestep-ai/timestep/page';
import { weatherAgent } from './scripted-agents.ts';
import { launchChromium } from './web.ts';

const browser = await launchChromium();
const folder = mkdtempSync(join(tmpdir(), 'timestep-restart-'));
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = join(folder, 'tasks.db');

function start(port: number, access: PageAccess): Promise<Serving> {
  return serve({
    agents: [weatherAgent()],
    port,
    backend: (needs) => openSqlite({ ...needs, path }),
    protocols: ['a2a', createPageProtocol({ access, files: loadShippedPage })],
  });
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

async function submit({ runner }: Serving, content: string): Promise<void> {
  const message = { role: 'user', content } as const;
  const place = { agent: 'weather', principal: '', contextId: content, messageId: content };
  await runner.submit({ ...place, message });
}

it('goes on after a restart, or asks for the new key in place', { timeout: 120_000 }, async () => {
  let serving = await start(0, { kind: 'token', token: 'first' });
  onTestFinished(() => serving.close(0));
  const { port, url } = serving;
  const page = await browser.newPage();
  await page.goto(`${url}/ui/tasks#token=first`);
  await submit(serving, 'Weather in Rome?');
  await page.getByText('Weather in Rome?').first().waitFor();

  await serving.close(0);
  serving = await start(port, { kind: 'token', token: 'second', earlier: [hash('first')] });
  await submit(serving, 'Weather in Oslo?');
  await page.getByText('Weather in Oslo?').first().waitFor({ timeout: 40_000 });
  expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0);

  await serving.close(0);
  serving = await start(port, { kind: 'token', token: 'third' });
  await page.getByText('no longer accepts the key').waitFor({ timeout: 40_000 });
  await page.getByLabel('Key').fill('third');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await submit(serving, 'Weather in Lima?');
  await page.getByText('Weather in Lima?').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/ui/tasks');
});
