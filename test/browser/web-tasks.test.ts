import { afterAll, beforeAll, expect, it } from 'vitest';
import { weatherAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
let taskId: string;

beforeAll(async () => {
  web = await openWeb([weatherAgent()]);
  taskId = await web.ask('weather', 'How is the weather in Oakland?');
});

afterAll(() => web.close());

it('lists a task, shows what was said, when, and every event', async () => {
  const { page, complaints, outside, close } = await web.open('/tasks');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.getByRole('link', { name: /completed.*How is the weather in Oakland/ }).click();
  await page.getByText('mild').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ui/tasks/${taskId}`);
  expect(page.url()).not.toContain('token');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page
    .getByText(/get_weather/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: /tool\.returned/ }).click();
  await page.getByText('"Oakland": 17 °C').or(page.getByText('17 °C')).first().waitFor();
  expect(new URL(page.url()).search).toBe('?tab=events');
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('opens a task by the beginning of its id, and shows the whole id in the address', async () => {
  const { page, complaints, close } = await web.open(`/tasks/${taskId.slice(0, -1)}?tab=events`);
  await page.getByRole('button', { name: /task\.finished/ }).waitFor();
  await page.waitForURL(`**/ui/tasks/${taskId}?tab=events`);
  expect(complaints).toEqual([]);
  await close();
});

it('shows a task that begins while the list is open', async () => {
  const { page, complaints, close } = await web.open('/tasks');
  await page.getByRole('link', { name: /How is the weather/ }).waitFor();
  await web.ask('weather', 'And in Tokyo?');
  await page.getByRole('link', { name: /completed.*And in Tokyo/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('tokyo');
  await page.getByText(/searched the newest 2/).waitFor();
  expect(await page.getByRole('link', { name: /How is the weather/ }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?text=tokyo');
  expect(complaints).toEqual([]);
  await close();
});

it('asks strangers for a key, and shows them nothing', async () => {
  const { page, axe, close } = await web.open('/tasks', { isSignedIn: false });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('link', { name: /weather/ }).count()).toBe(0);
  expect(await axe()).toEqual([]);
  await page.getByLabel('Key').fill('token-of-the-test');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /How is the weather/ }).waitFor();
  await close();
});

it('is used by keyboard alone', async () => {
  const { page, complaints, close } = await web.open('/tasks');
  await page.getByRole('link', { name: /How is the weather/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('heading', { name: 'Chat' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Command' }).fill('tasks');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
