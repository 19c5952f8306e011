import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText, type AssistantMessage } from '@timestep-ai/timestep/core';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { shopAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
const paid: unknown[] = [];

beforeEach(async () => {
  paid.length = 0;
  web = await openWeb([shopAgent(paid)]);
});

afterEach(() => web.close());

/** Returns the title of the request that has the focus; empty if none has it. */
const chosen = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.activeElement.closest('article')?.getAttribute('aria-label') ?? ''`,
  );

it('decides by keys alone: moves, edits, allows and denies, and goes on with the next request', async () => {
  const { page, complaints, axe, close } = await web.open('/inbox');
  for (const [index, what] of ['tea', 'cake', 'soap'].entries()) {
    await web.ask('shop', what);
    await page.getByText(`${index + 1} task`).waitFor();
  }
  for (const what of ['tea', 'cake', 'soap']) {
    await page.getByRole('article', { name: what }).getByRole('button', { name: 'Deny' }).waitFor();
  }
  await page.getByText('allow or answer').waitFor();
  // Without a chosen request, the keys decide nothing.
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  for (const [key, now] of [
    ['j', 'tea'],
    ['j', 'cake'],
    ['j', 'soap'],
    ['j', 'soap'],
    ['k', 'cake'],
    ['k', 'tea'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await chosen(page)).toBe(now);
  }
  expect(await axe()).toEqual([]);
  await page.keyboard.press('a');
  await page.getByText('2 tasks waiting').waitFor();
  await expect.poll(() => chosen(page)).toBe('cake');
  await page.keyboard.press('r');
  await page.keyboard.type('a dear deed');
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await page.getByText('1 task waiting').waitFor();
  await expect.poll(() => chosen(page)).toBe('soap');
  await page.keyboard.press('e');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('{"amount":2}');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.getByText('Nothing is waiting').waitFor();
  expect([paid, complaints]).toEqual([[{ amount: 5, for: 'tea' }, { amount: 2 }], []]);
  await close();
});

it('opens a section by g and a letter, and does not take the letter for a decision', async () => {
  const { page, close } = await web.open('/inbox');
  await web.ask('shop', 'tea');
  await page.getByRole('button', { name: 'Allow this call' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  expect(await page.title()).toBe('(1) Agents · Timestep');
  await page.getByRole('link', { name: 'Inbox 1 waiting' }).click();
  await page.getByRole('button', { name: 'Allow this call' }).waitFor();
  expect(paid).toEqual([]);
  await close();
});

it('shows in the title of the tab how many tasks wait, also while the tab is hidden', async () => {
  const { page, close } = await web.open('/tasks');
  await expect.poll(() => page.title()).toBe('Tasks · Timestep');
  await web.ask('shop', 'tea');
  await expect.poll(() => page.title()).toBe('(1) Tasks · Timestep');
  await page.clock.install();
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
  await web.ask('shop', 'cake');
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return page.title();
    })
    .toBe('(2) Tasks · Timestep');
  await close();
});

it('notifies only after the user has switched it on, and opens the inbox by a click', async () => {
  const { page, close } = await web.open('/inbox');
  await page.evaluate(`
    globalThis.seen = { prompts: 0, shown: [] };
    globalThis.Notification = class extends EventTarget {
      static permission = 'default';
      static async requestPermission() {
        seen.prompts += 1;
        this.permission = 'granted';
        return 'granted';
      }
      constructor(title, { body }) {
        super();
        this.close = () => {};
        seen.shown.push(title + ': ' + body);
        seen.click = () => this.dispatchEvent(new Event('click'));
      }
    };
    document.hasFocus = () => false;
  `);
  const seen = () => page.evaluate<readonly unknown[]>('[seen.prompts, ...seen.shown]');
  await web.ask('shop', 'tea');
  await page.getByText('1 task waiting').waitFor();
  expect(await seen()).toEqual([0]);
  await page.getByRole('button', { name: 'Notifications: off' }).click();
  await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
  expect(await seen()).toEqual([1]);
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  await web.ask('shop', 'cake');
  await expect.poll(seen).toEqual([1, 'Timestep: 2 tasks waiting for you']);
  await page.evaluate('seen.click()');
  await page.getByText('2 tasks waiting').waitFor();
  await page.getByRole('button', { name: 'Notifications: on' }).click();
  await page.getByRole('button', { name: 'Notifications: off' }).waitFor();
  await web.ask('shop', 'soap');
  await page.getByText('3 tasks waiting').waitFor();
  expect(await seen()).toEqual([1, 'Timestep: 2 tasks waiting for you']);
  await close();
});

function callOf(name: string, given: object): AssistantMessage {
  const called = { name, arguments: JSON.stringify(given) };
  const call = { id: 'c1', type: 'function', function: called } as const;
  return { role: 'assistant', content: null, tool_calls: [call] };
}

/** Opens a server on which the desk asks the sky, which asks the wind, which asks its user. */
async function openChain(): Promise<Web> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-inbox-chain-'));
  for (const [name, agents] of [
    ['desk', ['../sky']],
    ['sky', ['../wind']],
    ['wind', []],
  ] as const) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const catalog = await openCatalog([join(folder, 'desk')], {
    load: {
      async model(messages, { task }) {
        const last = messages.at(-1);
        if (last?.role === 'tool') return { role: 'assistant', content: getText(last) };
        if (task.agent === 'wind') return callOf('ask_user', { question: 'For which day?' });
        const agent = task.agent === 'desk' ? 'sky' : 'wind';
        return callOf('agents_call_agent', { agent, message: 'Will it be windy?' });
      },
    },
  });
  const opened = await openWeb(catalog.servables);
  onTestFinished(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened;
}

it('says who asked whom where a question came up through a chain of agents', async () => {
  const chain = await openChain();
  const { page, axe, close } = await chain.open('/inbox');
  await chain.ask('desk', 'Shall I sail?');
  const card = page.getByRole('article', { name: 'Shall I sail?' });
  await card.getByText('For which day?').waitFor();
  const path = card.getByRole('list', { name: 'Who asked whom' });
  await path.waitFor();
  const words = (await path.innerText()).split(/\s+/).filter(Boolean);
  expect(words).toEqual(['desk', '›', 'sky', '›', 'wind', 'asks']);
  await page.getByText('1 task waiting').waitFor();
  expect(await page.title()).toBe('(1) Inbox · Timestep');
  expect(await axe()).toEqual([]);
  await path.getByRole('link', { name: 'wind' }).click();
  await page.getByRole('heading', { name: 'Will it be windy?' }).waitFor();
  await page.goBack();
  // The key that allows a call goes to the answer of a question.
  await card.getByText('For which day?').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.keyboard.type('Friday');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is waiting').waitFor();
  await close();
});
