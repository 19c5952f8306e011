import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenRules, launchChromium } from './web.ts';
import { findWordingFaults } from './wording-faults.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-gallery-'));
  const args = ['build', '--config', 'vite.gallery.config.ts', '--outDir', folder];
  const { status, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/vite'), args, {
    cwd: join(ROOT, 'apps/web'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['light', 'dark'] as const)('shows every component in its states, %s', async (scheme) => {
  const context = await browser.newContext({ colorScheme: scheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const asked: string[] = [];
  await page.route('**/*', async (route) => {
    const { pathname, host } = new URL(route.request().url());
    if (host !== 'gallery.test') asked.push(host);
    const type = TYPES[extname(pathname)] ?? 'text/plain';
    await route.fulfill({ contentType: type, body: readFileSync(join(folder, pathname), 'utf8') });
  });
  await page.goto('http://gallery.test/gallery.html');
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  const components = globSync('apps/web/src/**/*.gallery.tsx', { cwd: ROOT });
  expect(components.length).toBeGreaterThan(8);
  expect(await page.getByRole('region').count()).toBeGreaterThanOrEqual(components.length);
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(30);
  expect(await brokenRules(page)).toEqual([]);
  expect(await findWordingFaults(page)).toEqual([]);
  expect([...complaints, ...asked]).toEqual([]);
  await context.close();
});
