import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopAgent, weatherAgent } from './scripted-agents.ts';
import { writeRun } from './stored-run.ts';
import { tabThrough, tabTo } from './tab-order.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
let runs: string;
let taskId: string;
const paid: unknown[] = [];

beforeAll(async () => {
  runs = mkdtempSync(join(tmpdir(), 'timestep-keyboard-'));
  for (const name of ['before', 'after']) {
    writeRun(join(runs, name), { tasks: 3, trials: 2, seed: 1, skill: 0.7 });
  }
  web = await openWeb([weatherAgent(), shopAgent(paid)], runs);
  taskId = await web.ask('weather', 'How is the weather in Oakland?');
  await web.ask('shop', 'tea');
  await web.say('weather', '0000-keys', 'How is it?');
});

afterAll(async () => {
  await web.close();
  rmSync(runs, { recursive: true, force: true });
});

it.each([
  ['/tasks', /How is the weather/, 'Search tasks'],
  ['/tasks/TASK', /mild/, 'Download the log'],
  ['/tasks/TASK?tab=events', /task\.finished/, 'Events'],
  ['/chat', /Start a conversation/, 'New'],
  ['/chat/0000-keys?agent=weather', /mild/, 'Timeline of this turn'],
  ['/inbox', /Allow pay/, 'Allow this call'],
  ['/evals', /before/, 'before'],
  ['/evals/after', /6 trials of 3 tasks/, 'Commands'],
  ['/operating', /Tasks can be stored/, 'Commands'],
])('reaches all of %s by Tab, and shows where the focus is', async (path, text, name) => {
  const { page, close } = await web.open(path.replace('TASK', taskId));
  await page.getByText(text).first().waitFor();
  const { reached, missed, unseen } = await tabThrough(page);
  expect({ missed, unseen }).toEqual({ missed: [], unseen: [] });
  expect(reached[0]).toBe('Skip to the content');
  expect(reached.some((one) => one.includes(name))).toBe(true);
  await close();
});

it('goes from the list to an event, and back, by keyboard alone', async () => {
  const { page, complaints, close } = await web.open('/tasks');
  const { keyboard } = page;
  await page.getByRole('link', { name: /How is the weather/ }).waitFor();
  await keyboard.press('/');
  await keyboard.type('oakland');
  await page.getByText(/searched the newest/).waitFor();
  await tabTo(page, '[role=listitem] a');
  await keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Conversation' }).waitFor();
  await tabTo(page, '[role=tab]');
  for (const name of ['Conversation', 'Events']) {
    await keyboard.press('ArrowRight');
    await page.getByRole('list', { name }).waitFor();
  }
  await page.getByRole('button', { name: /task\.finished/ }).waitFor();
  await tabTo(page, '[role=listitem] button');
  await keyboard.press('Enter');
  await page.getByRole('region', { name: 'event 1' }).waitFor();
  await keyboard.press('g');
  await keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('closes what it opened, and gives the focus back to where it was', async () => {
  const { page, close } = await web.open('/tasks');
  const { keyboard } = page;
  await page.getByRole('link', { name: /How is the weather/ }).waitFor();
  await page.getByRole('button', { name: 'Shortcuts' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.innerText')).toBe('Shortcuts');
  await keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Command' }).waitFor();
  await keyboard.type('inbox');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await close();
});

it('makes a call that a person accepts by keyboard alone', async () => {
  const { page, close } = await web.open('/inbox');
  await page.getByRole('button', { name: 'Allow this call' }).waitFor();
  await tabTo(page, '[role=group] button:has(+ button[aria-expanded])');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is waiting').waitFor();
  expect(paid).toEqual([{ amount: 5, for: 'tea' }]);
  await close();
});

it.each([
  ['how is it', 'Chat: How is it?', '/chat/0000-keys?agent=weather'],
  ['server', 'Server: shop of Shop', '/environments/shop/shop'],
  ['run: aft', 'Evaluation run: after', '/evals/after'],
])('finds “%s” in the palette', async (typed, name, address) => {
  const { page, complaints, close } = await web.open('/tasks');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.getByRole('button', { name: 'Go to Tasks' }).waitFor();
  expect(await palette.getByRole('button', { name }).count()).toBe(0);
  await page.keyboard.type(typed);
  await palette.getByRole('button', { name }).click();
  await expect.poll(() => page.url()).toBe(`${web.url}/ui${address}`);
  expect(complaints).toEqual([]);
  await close();
});
