import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openSqlite, serve, type Serving } from '@timestep-ai/timestep';
import { createPageProtocol, loadShippedPage, type PageAccess } from '@timestep-ai/timestep/page';
import { ROUTES } from './routes.ts';
import { shopAgent, weatherAgent } from './scripted-agents.ts';
import { chooseSample } from '../sample-size.ts';
import { writeRun } from './stored-run.ts';
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

async function submit(
  { runner }: Serving,
  content: string,
  { agent = 'weather', contextId = content } = {},
): Promise<string> {
  const message = { role: 'user', content } as const;
  const place = { agent, principal: '', contextId, messageId: content };
  const { id } = await runner.submit({ ...place, message });
  return id;
}

/** The server may still be closing, and the page waits longer after each attempt. */
const LATE = { timeout: 60_000 };

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

/** Of the addresses, every second one is opened; all of them where the whole is wanted. */
const EVERY = chooseSample({ small: 4, usual: 2, whole: 1 });

it('reconnects every open page, or asks each for the new key', { timeout: 240_000 }, async () => {
  const runs = join(folder, 'runs');
  writeRun(join(runs, 'before'), { tasks: 12, trials: 4, seed: 1, skill: 0.9 });
  writeRun(join(runs, 'after'), { tasks: 12, trials: 4, seed: 2, skill: 0.4 });
  const restart = (onPort: number, access: PageAccess): Promise<Serving> =>
    serve({
      agents: [weatherAgent(), shopAgent([])],
      port: onPort,
      backend: (needs) => openSqlite({ ...needs, path: join(folder, 'routes.db') }),
      protocols: ['a2a', createPageProtocol({ access, files: loadShippedPage, runs })],
    });
  let serving = await restart(0, { kind: 'token', token: 'first' });
  onTestFinished(() => serving.close(0));
  const { port, url } = serving;
  const question = 'How is the weather in Oakland?';
  const taskId = await submit(serving, question, { contextId: '0000-routes' });
  await expect.poll(async () => (await serving.runner.get(taskId))?.state).toBe('completed');
  const context = await browser.newContext();
  onTestFinished(() => context.close());

  const pages = await Promise.all(
    ROUTES.filter(([route], at) => route !== '/inbox' && at % EVERY === 0).map(
      async ([route, text]) => {
        const page = await context.newPage();
        await page.goto(`${url}/ui${route.replaceAll('TASK', taskId)}#token=first`);
        await page.getByText(text).first().waitFor();
        return { page, address: page.url() };
      },
    ),
  );
  // A browser opens six connections to a server for all its tabs.
  expect(pages.length).toBeGreaterThan(6);
  const seeEverywhere = (text: string): Promise<unknown> =>
    Promise.all(pages.map(({ page }) => page.getByText(text).first().waitFor(LATE)));

  await serving.close(0);
  await seeEverywhere('The server is unreachable');
  serving = await restart(port, { kind: 'token', token: 'second', earlier: [hash('first')] });
  await seeEverywhere('The server is back');
  await submit(serving, 'tea', { agent: 'shop' });
  await Promise.all(pages.map(({ page }) => page.getByText('1 waiting').first().waitFor(LATE)));

  await serving.close(0);
  serving = await restart(port, { kind: 'token', token: 'third' });
  await seeEverywhere('no longer accepts the key');
  for (const { page, address } of pages) expect(page.url()).toBe(address);
});
