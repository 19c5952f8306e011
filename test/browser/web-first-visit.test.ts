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

it('lets a first visitor of npm start ask, see the handoff, and answer an approval', async () => {
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
  await page.goBack();

  await page.getByRole('heading', { name: QUESTION, level: 1 }).waitFor();
  await says('/setting toolPermission always');
  await page.getByRole('status').getByText('toolPermission').first().waitFor();
  await says("What's the weather in Tokyo?");
  await page.getByRole('heading', { name: /Allow handoff/ }).waitFor();
  expect(await page.getByLabel('Arguments').inputValue()).toContain('weather in Tokyo');
  await page.getByRole('button', { name: 'Allow this call' }).click();
  const second = page.getByRole('article', { name: "What's the weather in Tokyo?" });
  await second.getByText(/completed after/).waitFor();
  await second
    .getByText(/weather in Tokyo is/)
    .filter({ visible: true })
    .waitFor();
});
