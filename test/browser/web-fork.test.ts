import { afterAll, beforeAll, expect, it } from 'vitest';
import { moodyAgent, weatherAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;

beforeAll(async () => {
  web = await openWeb([moodyAgent(1), weatherAgent()]);
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

it('asks again from a step of a timeline, and says first what is made again', async () => {
  const answered = await web.ask('weather', 'How is Oakland?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${answered}`);
  const main = page.locator('main');
  await main.getByRole('button', { name: /^Answers/ }).click();
  await page.getByRole('button', { name: 'Fork from this step' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fork from this step' });
  await dialog.getByText('are not run again').waitFor();
  expect(await dialog.getByText('no agent waits').count()).toBe(0);
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Enter');
  await main.getByText('Started from a step of').waitFor();
  expect(new URL(page.url()).pathname).not.toContain(answered);
  const forked = page.url();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('dialog', { name: 'Run again' }).getByText('Start task').click();
  await main.getByText('Started with the messages of').waitFor();
  expect(page.url()).not.toBe(forked);
  await main.getByRole('link', { name: 'an earlier task' }).click();
  await main.getByText('Started from a step of').waitFor();
  expect(page.url().split('?')[0]).toBe(forked.split('?')[0]);
  expect(complaints).toEqual([]);
  await close();
});

it('changes the result of a call before a fork, and compares both runs', async () => {
  const answered = await web.ask('weather', 'How is Oakland?');
  const { page, complaints, axe, close } = await web.open(`/tasks/${answered}`);
  const main = page.locator('main');
  await main.getByRole('button', { name: /^get_weather/ }).click();
  await page.getByRole('button', { name: 'Fork from this step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fork from this step' });
  const result = dialog.getByRole('textbox', { name: 'Result of the call' });
  expect(await result.inputValue()).toBe('"Oakland": 17 °C');
  await result.fill('a storm');
  await dialog.getByText('the call is not made again').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Start task' }).click();
  await main.getByText('It is mild. a storm').or(main.getByText('a storm')).first().waitFor();
  await main.getByRole('link', { name: 'Compare both runs' }).click();
  await main.getByRole('heading', { name: 'Two runs' }).waitFor();
  expect(new URL(page.url()).pathname).toContain(`/tasks/${answered}/against/`);
  await main.getByText('a storm').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('changes the message of a step before a fork', async () => {
  const answered = await web.ask('moody', 'Where is Oakland?');
  const { page, complaints, close } = await web.open(`/tasks/${answered}`);
  const main = page.locator('main');
  await main.getByRole('button', { name: /^Answers/ }).click();
  await page.getByRole('button', { name: 'Fork from this step' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fork from this step' });
  await dialog.getByRole('textbox', { name: 'Message of the user' }).fill('Where is Lima?');
  await dialog.getByRole('button', { name: 'Start task' }).click();
  await main.getByText('You asked: Where is Lima?').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});
