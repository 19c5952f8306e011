import { afterAll, beforeAll, expect, it } from 'vitest';
import { moodyAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;

beforeAll(async () => {
  web = await openWeb([moodyAgent(1)]);
});

afterAll(() => web.close());

it('tries a failed task again, and forks the new one with other words, by keyboard alone', async () => {
  const failed = await web.ask('moody', 'Where is Oakland?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${failed}`);
  const main = page.locator('main');
  await main.getByText('failed').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await main.getByText('You asked: Where is Oakland?').waitFor();
  expect(new URL(page.url()).pathname).not.toContain(failed);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  const again = page.url();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await page.getByRole('button', { name: 'Fork from here' }).press('Enter');
  await page.getByRole('dialog', { name: 'Fork from here' }).waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Where is Tokyo?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await main.getByText('You asked: Where is Tokyo?').waitFor();
  expect(page.url()).not.toBe(again);
  expect(complaints).toEqual([]);
  await close();
});
