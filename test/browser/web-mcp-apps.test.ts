import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { startAppServer } from '../interop/mcp-apps-peer.ts';
import { weatherAgent } from './scripted-agents.ts';
import { brokenRules, openWeb, type Web } from './web.ts';

let web: Web;
let evil: ListeningServer;
let server: Awaited<ReturnType<typeof startAppServer>>;
const contacts: string[] = [];

beforeAll(async () => {
  evil = await listen(
    ({ url }) => {
      contacts.push(new URL(url).pathname);
      return new Response('evil', { headers: { 'access-control-allow-origin': '*' } });
    },
    { port: 0 },
  );
  server = await startAppServer(evil.url);
  web = await openWeb([weatherAgent()]);
});
afterAll(async () => {
  await web?.close();
  await Promise.all([server?.close(0), evil?.close(0)]);
});

/** Runs a tool whose result an app shows, and finds the document of the app. */
async function openApp(page: Page, tool: string): Promise<Frame> {
  await page.getByLabel('URL').fill(`${server.url}/mcp`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: tool }).click();
  await page.getByLabel('city').fill('Oslo');
  await page.getByRole('button', { name: 'Run' }).click();
  const find = (): Frame | undefined => page.frames().find((one) => one.url().endsWith('/view'));
  await expect.poll(find).toBeDefined();
  const frame = find();
  if (!frame) throw new Error('the app has no frame');
  return frame;
}

it('shows an app with the call and its result, and asks before it acts', async () => {
  const view = await web.open('/agents/connect', { width: 390 });
  const { page } = view;
  const app = await openApp(page, 'get_weather');
  await app.getByText('host: timestep').waitFor();
  await app.getByText('input: {"city":"Oslo"}').waitFor();
  await app.getByText('result: {"city":"Oslo","degrees":17}').waitFor();
  const frame = page.locator('iframe');
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(321);
  expect(new URL(app.url()).hostname).toBe('localhost');
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');

  await app.getByRole('button', { name: 'Again' }).click();
  await page.getByText('The app asks to call get_wind with').waitFor();
  expect(server.calls).toEqual(['get_weather']);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow this once' }).click();
  await app.getByText(/^again: .*"degrees":17/).waitFor();
  expect(server.calls).toEqual(['get_weather', 'get_wind']);

  await app.getByRole('button', { name: 'Again' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await app.getByText('again: refused: the user has denied it').waitFor();
  expect(server.calls).toEqual(['get_weather', 'get_wind']);

  await app.getByRole('button', { name: 'Forecast' }).click();
  await page.getByText('The app asks to open http://127.0.0.1:9/forecast').waitFor();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Allow this once' }).click();
  expect(await (await opened).evaluate('window.opener')).toBeNull();
  await app.getByText('link: {}').waitFor();
  await page.getByRole('button', { name: 'Close app' }).click();
  await expect.poll(() => frame.count()).toBe(0);
  await view.close();
});

it('refuses a hostile app everything', async () => {
  const view = await web.open('/agents/connect');
  const { page } = view;
  const before = server.calls.length;
  const app = await openApp(page, 'be_hostile');
  // The app asks to call a tool, and nothing happens until the user decides.
  await page.getByText('The app asks to call erase with').waitFor();
  const said = async (): Promise<Readonly<Record<string, string>>> => {
    const lines = await app.locator('p').allInnerTexts();
    return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
  };
  await expect.poll(async () => (await said())['second wish']).toBeDefined();
  expect(await said()).toMatchObject({
    parent: 'SecurityError',
    top: 'SecurityError',
    token: 'SecurityError',
    'own storage': 'SecurityError',
    cookie: 'SecurityError',
    'leave top': 'SecurityError',
    'leave parent': 'SecurityError',
    window: 'done null',
    fetch: 'TypeError',
    api: 'TypeError',
    'script link': 'refused: only https and http are opened',
    message: expect.stringContaining('refused: ui/message is not available'),
    'second wish': 'refused: the user has yet to decide about a request',
  });
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('The app asks to call for_models with').waitFor();
  await page.getByRole('button', { name: 'Allow this once' }).click();
  await app
    .getByText('model tool: refused: the server does not let apps call for_models')
    .waitFor();
  expect(await said()).toMatchObject({ erase: 'refused: the user has denied it' });
  expect(server.calls.slice(before)).toEqual(['be_hostile']);
  // The app tries to leave its frame for another address, which the frame around it forbids.
  await expect.poll(() => page.frames().map((one) => one.url())).not.toContain(app.url());
  expect(contacts).toEqual([]);
  expect(page.url().startsWith(`${web.url}/ui/agents/connect/`)).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  await view.close();
});
