import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListeningServer } from '@timestep-ai/timestep/http';
import { OFFICIAL } from '../interop/a2a-official-agents.ts';
import { startClosedServer, type ClosedServer } from '../interop/closed-server.ts';
import { startV1Peer } from '../interop/mcp-v1-peer.ts';
import { startOidcIssuer, type OidcIssuer } from '../interop/oidc-issuer.ts';
import { weatherAgent } from './scripted-agents.ts';
import { brokenRules, openWeb, type Web } from './web.ts';
import { findWordingFaults } from './wording-faults.ts';

let web: Web;
let older: ListeningServer;
let issuer: OidcIssuer;
let closed: ClosedServer;
const agents: { readonly url: string; readonly close: () => Promise<void> }[] = [];

beforeAll(async () => {
  web = await openWeb([weatherAgent()]);
  older = await startV1Peer();
  issuer = await startOidcIssuer();
  closed = await startClosedServer(issuer.issuer);
  for (const { start } of OFFICIAL) agents.push(await start());
});
afterAll(async () => {
  await web?.close();
  await Promise.all([older?.close(0), closed?.close(), ...agents.map((agent) => agent.close())]);
  await issuer?.close();
});

type View = Awaited<ReturnType<Web['open']>>;

/** Opens the form, and connects to a URL with the keyboard alone. */
async function connect(url: string, width = 1280): Promise<View> {
  const view = await web.open('/agents/connect', { width });
  await view.page.getByLabel('URL').fill(url);
  await view.page.keyboard.press('Enter');
  await view.page.getByRole('tab').first().waitFor();
  return view;
}

/**
 * Lists what is wrong with a view: rules of accessibility in both schemes, a view wider than the window, faulty wording,
 * and complaints of the browser.
 */
async function problemsOf({ page, axe, complaints, outside }: View): Promise<readonly string[]> {
  const wording = await findWordingFaults(page);
  const isWide = await isTooWide(page);
  const wide = isWide ? ['wider than the window'] : [];
  return [...(await axe()), ...wide, ...wording, ...complaints, ...outside].map(String);
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

it.each([1280, 390])('shows our own agent and asks it, %i px wide', async (width) => {
  const view = await connect(`${web.url}/agents/weather`, width);
  const { page } = view;
  await page.getByLabel('Message').fill('How is the weather?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/It is \*\*mild\*\*/).waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await page.getByRole('tab', { name: 'Card' }).click();
  await page.getByText('✓ The card follows the specification').waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('button', { name: /SendStreamingMessage/ }).click();
  const asked = page.getByRole('region', { name: /^Request: POST .*, message 1$/ });
  expect(JSON.parse((await asked.textContent()) ?? '')).toMatchObject({
    jsonrpc: '2.0',
    method: 'SendStreamingMessage',
  });
  await page.getByText('statusUpdate').first().waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await view.close();
});

it.each([
  [
    'our own server, revision 2026-07-28',
    () => `${web.url}/agents/weather/mcp`,
    /2026-07-28 \(modern\)/,
  ],
  [
    'the first official SDK, revision 2025-11-25',
    () => `${older.url}/mcp`,
    /2025-11-25 \(legacy\)/,
  ],
])('shows a server of %s', async (_name, getUrl, revision) => {
  const view = await connect(getUrl());
  await view.page.getByText(revision).waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await view.close();
});

it('calls a tool, gets a prompt, reads a resource, and shows each message', async () => {
  const view = await connect(`${older.url}/mcp`);
  const { page } = view;
  await page.getByRole('button', { name: 'echo' }).click();
  await page.getByLabel('text').fill('ho');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'Result of echo', exact: true }).waitFor();
  await page.getByText('said: ho').waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await page.getByRole('tab', { name: 'Prompts' }).click();
  await page.getByRole('button', { name: 'greeting' }).click();
  await page.getByLabel('name').fill('Ann');
  await page.getByRole('button', { name: 'Get' }).click();
  await page.getByText('Greet Ann.').waitFor();
  await page.getByRole('tab', { name: 'Resources' }).click();
  await page.getByRole('button', { name: 'Read notes' }).click();
  await page.getByText('the text of the notes').waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('button', { name: /tools\/call echo/ }).click();
  await page.getByText('"said: ho"').waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await view.close();
});

it.each([0, 1])(
  'checks the card of an agent of an official SDK, and asks it: %i',
  async (index) => {
    const view = await connect(agents[index]?.url ?? '');
    const { page } = view;
    await page.getByRole('tab', { name: 'Card' }).click();
    const verdict = [/✓ The card follows .*, 5 notes/, /✕ The card breaks .*: 1 problem, 3 notes/];
    await page.getByText(verdict[index] ?? '').waitFor();
    const section =
      ['A2A 1.0, section 4.4.1, AgentCard', 'A2A 0.3, section 5.6.1, Main URL'][index] ?? '';
    const link = page.getByRole('link', { name: section }).first();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/a2a-protocol\.org\/v(1|0\.3)\.0?/);
    expect(await problemsOf(view)).toEqual([]);
    await page.getByRole('tab', { name: 'Ask' }).click();
    await page.getByLabel('Message').fill('weather?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('get_weather').waitFor();
    await view.close();
  },
);

it('logs in step by step at a real issuer, in another window', async () => {
  const view = await connect(closed.url);
  const { page } = view;
  await page.getByText('◆ requires a login').waitFor();
  await page.getByText(/resource_metadata=/).waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await page.getByRole('button', { name: 'Start the login' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /Log in at/ }).click();
  const window = await opened;
  await agree(window);
  await window.getByText('Request with the token').waitFor();
  await page.bringToFront();
  await page.getByText('● connected').waitFor();
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByText('Request with the token').waitFor();
  expect(await page.getByText('✓ done').count()).toBe(7);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'echo' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  // The tool repeats the token of the call, which the page must not show.
  await page.getByText('called with [secret]').waitFor();
  expect(await window.content()).not.toContain(closed.tokens.at(-1));
  await view.close();
});

/** Confirms each form of the issuer until it redirects to the page. */
async function agree(window: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await window.waitForLoadState();
        if (window.url().startsWith(web.url)) return true;
        const button = window.locator('button[type=submit], input[type=submit]').first();
        await button.click({ timeout: 2000 }).catch(() => undefined);
        return false;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}

it('says why a URL cannot be used', async () => {
  const view = await connect('https://10.0.0.1/');
  await view.page.getByText(/not a public internet address/).waitFor();
  expect(await problemsOf(view)).toEqual([]);
  await view.page.getByRole('button', { name: 'Close connection' }).click();
  await view.page.getByRole('heading', { name: 'Connect by URL' }).waitFor();
  await view.close();
});
