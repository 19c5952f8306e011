import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startExamples, type RunningExamples } from '../interop/running-examples.ts';
import { launchChromium } from './web.ts';

const QUESTION = "What's the weather in Oakland?";

let examples: RunningExamples;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [examples, browser] = await Promise.all([startExamples(), launchChromium()]);
});

afterAll(async () => {
  await browser.close();
  await examples.stop();
});

/** Says something where a conversation is open. */
async function says(text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.keyboard.press('Enter');
}

it('lets a first visitor of npm start ask, see the handoff, and kill the server in the middle of a call', async () => {
  page = await browser.newPage();
  await page.goto(examples.page);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByRole('button', { name: 'New' }).click();
  await says(QUESTION);
  const turn = page.getByRole('article', { name: QUESTION });
  await turn
    .getByText(/72°F and sunny/)
    .filter({ visible: true })
    .waitFor();
  await turn.getByText(/completed after/).waitFor();
  await turn.getByRole('link', { name: 'Timeline of this turn' }).click();
  await page.getByRole('list', { name: 'Timeline' }).getByText(QUESTION).nth(1).waitFor();

  // A table waits to be booked; the process is killed while it is booked, and goes on.
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: /Allow book_table/ }).waitFor();
  await page.getByRole('button', { name: 'Allow this call' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: /running.*Book a table/ }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline.getByText('→ weather-assistant').waitFor();
  await timeline.getByText('running', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Kill the server' }).click();
  await page.getByText('The server is unreachable').waitFor();
  await page.getByText('The server is back').waitFor();
  await timeline.getByRole('button', { name: /^Process \d+ crashed, \d+ took over/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  await step.getByText('was repeated as attempt 2').waitFor();
  await step.getByText('Process that crashed').waitFor();
  await timeline.getByText(/is booked under the number/).waitFor();
  await page.locator('main').getByText('completed').first().waitFor();
  expect(await timeline.getByText('attempt 2').count()).toBe(1);
});
