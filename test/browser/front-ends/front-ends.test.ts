import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../web.ts';
import { hasFrontEnds } from './example-files.ts';
import { startHoldingModel } from './holding-model.ts';
import { buildPages, serveAgent, servePages } from './served-example.ts';

const built = await buildPages();
const pages = await servePages(built);
const browser = await launchChromium();
afterAll(async () => {
  await browser.close();
  pages.close();
  rmSync(built, { recursive: true, force: true });
});

const FOUND = 'Order 4711: a lamp, 40 euros.';
const REFUNDED = 'Order 4711 is refunded.';

/** Asks in the way of a user: types, and presses Enter. */
async function ask(page: Page, question: string): Promise<void> {
  const field = page.getByRole('textbox');
  await field.fill(question);
  await field.press('Enter');
}

/** How often a text is shown. */
async function count(page: Page, text: string): Promise<number> {
  const shown = await page.locator('body').innerText();
  return shown.split(text).length - 1;
}

it.each(['use-chat', 'copilotkit', 'assistant-ui'])(
  'streams, shows calls, asks for approvals and goes on after a reload: %s',
  async (name) => {
    const model = await startHoldingModel();
    onTestFinished(() => model.close());
    const agent = await serveAgent(model.url, pages.origin);
    onTestFinished(() => agent.close());
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${pages.origin}/${name}.html?agent=${encodeURIComponent(agent.url)}`);

    await ask(page, 'What is order 4711?');
    await page.getByText('orders_look_up').waitFor();
    await page.getByText('The desk says:').waitFor();
    await page.reload();
    await page.getByText('The desk says:').waitFor();
    expect(await count(page, 'What is order 4711?')).toBe(1);
    expect(await count(page, FOUND)).toBe(1);
    model.release();
    await expect.poll(() => count(page, `The desk says: ${FOUND}`)).toBe(1);

    await ask(page, 'Refund order 4711');
    await page.getByText('orders_refund').first().waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The desk says:').nth(1).waitFor();
    await page.reload();
    await page.getByText('The desk says:').nth(1).waitFor();
    model.release();
    await expect.poll(() => count(page, `The desk says: ${REFUNDED}`)).toBe(1);
    expect(await count(page, 'What is order 4711?')).toBe(1);
    expect(await count(page, `The desk says: ${FOUND}`)).toBe(1);
    expect(await count(page, 'orders_look_up')).toBe(1);
    expect(await count(page, 'Refund order 4711')).toBe(1);
    expect(model.asked()).toBe(4);
  },
);

it('shows that a page of another origin may not call the agent', async () => {
  const model = await startHoldingModel();
  onTestFinished(() => model.close());
  const agent = await serveAgent(model.url, 'http://localhost:1');
  onTestFinished(() => agent.close());
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${pages.origin}/use-chat.html?agent=${encodeURIComponent(agent.url)}`);
  await ask(page, 'What is order 4711?');
  await page.getByRole('alert').waitFor();
  expect(model.asked()).toBe(0);
});

it('says that it does not run without the dependencies, or fails where it must', () => {
  expect(hasFrontEnds('/nowhere', {})).toBe(false);
  expect(() => hasFrontEnds('/nowhere', { TIMESTEP_REQUIRE_FRONT_ENDS: '1' })).toThrow(
    'npm run install:front-ends',
  );
});
