import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { Agent, scriptedAgent } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { loadAgentFolder, type AgentDefinition } from '@timestep-ai/timestep/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { startAppServer } from '../interop/mcp-apps-peer.ts';
import { brokenRules, openWeb, type Web } from './web.ts';

let web: Web;
let evil: ListeningServer;
let server: Awaited<ReturnType<typeof startAppServer>>;
let desk: AgentDefinition;
const contacts: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'timestep-apps-'));

beforeAll(async () => {
  evil = await listen(
    ({ url }) => {
      contacts.push(new URL(url).pathname);
      return new Response('evil', { headers: { 'access-control-allow-origin': '*' } });
    },
    { port: 0 },
  );
  server = await startAppServer(evil.url);
  desk = openDesk(`${server.url}/mcp`);
  web = await openWeb([new Agent(desk)]);
});
afterAll(async () => {
  await web?.close();
  await Promise.all([desk?.close(), server?.close(0), evil?.close(0)]);
  rmSync(folder, { recursive: true, force: true });
});

/** An agent with the server of the apps, which calls the tool that a message names. */
function openDesk(url: string): AgentDefinition {
  const apps = { url, toolPermissionRequired: { serverDefault: false } };
  const manifest = {
    metadata: { name: 'desk' },
    permissions: { ask: ['apps_erase'] },
    mcpServers: { apps },
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const model = scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role !== 'user') return 'There it is.';
    const called = { name: `apps_${getText(last)}`, arguments: '{"city":"Oslo"}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  return loadAgentFolder(folder, { model });
}

/** Runs a tool whose result an app shows, and finds the document of the app. */
async function openApp(page: Page, tool: string): Promise<Frame> {
  await page.getByLabel('URL').fill(`${server.url}/mcp`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: tool }).click();
  await page.getByLabel('city').fill('Oslo');
  await page.getByRole('button', { name: 'Run' }).click();
  return findApp(page);
}

async function findApp(page: Page): Promise<Frame> {
  const find = (): Frame | undefined => page.frames().find((one) => one.url().endsWith('/view'));
  await expect.poll(find).toBeDefined();
  const frame = find();
  if (!frame) throw new Error('the app has no frame');
  return frame;
}

/** What a hostile app reads when it tries what no app may do. */
const REFUSED = {
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
  'script link': 'refused: only http and https links can be opened',
  message: expect.stringContaining('refused: ui/message is not available'),
  'second wish':
    'refused: an earlier request of this app still waits for the decision of the user: try again after it',
};

/** Reads what an app has written about what it tried. */
async function readLines(app: Frame): Promise<Readonly<Record<string, string>>> {
  const lines = await app.locator('p').allInnerTexts();
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
}

/** The app tries to leave its frame for another address, which the frame around it forbids. */
async function expectThatAppIsStopped(page: Page, app: Frame): Promise<void> {
  await expect.poll(() => page.frames().map((one) => one.url())).not.toContain(app.url());
  expect(contacts).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
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

it('shows an app while its tool runs: first the arguments, then the result', async () => {
  const { page, close } = await web.open('/agents/connect');
  const app = await openApp(page, 'get_tide');
  await app.getByText('input: {"city":"Oslo"}').waitFor();
  await page.getByText('get_tide runs').waitFor();
  expect(await app.getByText('result:').count()).toBe(0);
  expect(await brokenRules(page)).toEqual([]);
  server.endTide();
  await app.getByText('result: {"city":"Oslo","degrees":17}').waitFor();
  expect(await page.getByText('get_tide runs').count()).toBe(0);
  expect(await app.getByText('input:').count()).toBe(1);
  await close();
});

/** What an app asks is shown with escapes, and can be allowed only after its end was on the screen. */
async function expectAllToBeShownFirst(page: Page): Promise<void> {
  const asked = page.getByRole('group', { name: 'What the app wants to do' });
  const allow = page.getByRole('button', { name: 'Allow this once' });
  expect(await asked.innerText()).toMatch(/\\u\{?202e\}?on/i);
  expect(await allow.isDisabled()).toBe(true);
  await asked.getByRole('button', { name: /^Show all \d+ lines$/ }).click();
  expect(await allow.isDisabled()).toBe(true);
  await asked.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect.poll(() => allow.isEnabled()).toBe(true);
}

it('refuses a hostile app everything', async () => {
  const view = await web.open('/agents/connect');
  const { page } = view;
  const before = server.calls.length;
  const app = await openApp(page, 'be_hostile');
  // The app asks to call a tool, and nothing happens until the user decides.
  await page.getByText('The app asks to call erase with').waitFor();
  await expectAllToBeShownFirst(page);
  await expect.poll(async () => (await readLines(app))['second wish']).toBeDefined();
  expect(await readLines(app)).toMatchObject(REFUSED);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('The app asks to call for_models with').waitFor();
  await page.getByRole('button', { name: 'Allow this once' }).click();
  await app
    .getByText('model tool: refused: the MCP server does not let apps call for_models')
    .waitFor();
  expect(await readLines(app)).toMatchObject({ erase: 'refused: the user has denied it' });
  expect(server.calls.slice(before)).toEqual(['be_hostile']);
  await expectThatAppIsStopped(page, app);
  expect(page.url().startsWith(`${web.url}/ui/agents/connect/`)).toBe(true);
  await view.close();
});

it('shows the app of a call in a chat, whose own calls the rules of the agent decide', async () => {
  await web.say('desk', '0000-weather', 'get_weather');
  const view = await web.open('/chat/0000-weather?agent=desk', { width: 390 });
  const { page } = view;
  const app = await findApp(page);
  await app.getByText('input: {"city":"Oslo"}').waitFor();
  await app.getByText('result: {"city":"Oslo","degrees":17}').waitFor();
  const before = server.calls.length;
  // The files allow this tool, so that nobody is asked.
  await app.getByRole('button', { name: 'Again' }).click();
  await app.getByText(/^again: .*"degrees":17/).waitFor();
  expect(server.calls.slice(before)).toEqual(['get_wind']);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close app' }).click();
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the app of get_weather' }).click();
  await (await findApp(page)).getByText('host: timestep').waitFor();
  const isWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  expect(isWide).toBe(false);
  await view.close();
});

it('opens the app of a run by a button', async () => {
  const id = await web.ask('desk', 'get_weather');
  const { page, close } = await web.open(`/tasks/${id}?tab=conversation`);
  const button = page.getByRole('button', { name: 'Show the app of get_weather' });
  await button.waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await button.click();
  await (await findApp(page)).getByText('result: {"city":"Oslo","degrees":17}').waitFor();
  await close();
});

it('refuses a hostile app in a chat everything', async () => {
  const before = server.calls.length;
  await web.say('desk', '0000-hostile', 'be_hostile');
  const view = await web.open('/chat/0000-hostile?agent=desk');
  const { page } = view;
  const app = await findApp(page);
  await page.getByText('The app asks to call erase with').waitFor();
  await expectAllToBeShownFirst(page);
  await page.getByText('Approval is required because').waitFor();
  await expect.poll(async () => (await readLines(app))['second wish']).toBeDefined();
  expect(await readLines(app)).toMatchObject(REFUSED);
  await page.getByRole('button', { name: 'Deny' }).click();
  await app
    .getByText('model tool: refused: the MCP server does not let apps call for_models')
    .waitFor();
  expect(await readLines(app)).toMatchObject({ erase: 'refused: the user has denied it' });
  expect(server.calls.slice(before)).toEqual(['be_hostile']);
  await expectThatAppIsStopped(page, app);
  expect(page.url().startsWith(`${web.url}/ui/chat/0000-hostile`)).toBe(true);
  await view.close();
});
