import type { Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { shopAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
const paid: unknown[] = [];

beforeAll(async () => {
  web = await openWeb([shopAgent(paid)]);
});

beforeEach(() => {
  paid.length = 0;
});

afterAll(() => web.close());

it('shows what comes while it is open, and calls with the arguments that a person wrote', async () => {
  const { page, complaints, axe, close } = await web.open('/inbox');
  await page.getByText('Nothing is waiting').waitFor();
  await web.ask('shop', 'tea');
  await page.getByRole('link', { name: 'Inbox 1 waiting' }).waitFor();
  const card = page.getByRole('article', { name: 'tea' });
  await card.getByRole('heading', { name: /Allow pay/ }).waitFor();
  expect(await axe()).toEqual([]);
  const written = card.getByRole('group', { name: 'Arguments' });
  expect((await written.innerText()).split(/\s+/)).toEqual(['amount', '5', 'for', 'tea']);
  await card.getByRole('button', { name: 'Edit' }).click();
  expect(await axe()).toEqual([]);
  await card.getByLabel('Arguments').fill('{"amount":');
  await card.getByText('must be a JSON object').waitFor();
  expect(await card.getByRole('button', { name: 'Allow as edited' }).isDisabled()).toBe(true);
  await card.getByLabel('Arguments').fill('{"amount":3}');
  await card.getByRole('button', { name: 'Allow as edited' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  expect([paid, complaints]).toEqual([[{ amount: 3 }], []]);
  await close();
});

it('makes one call where two tabs answer, and clears the other tab', async () => {
  const one = await web.open('/inbox');
  const other = await web.open('/inbox');
  await web.ask('shop', 'coffee');
  const buttons = [one, other].map(({ page }) =>
    page.getByRole('button', { name: 'Allow this call' }),
  );
  for (const button of buttons) await button.waitFor();
  await buttons[0]?.click();
  await other.page.getByText('Nothing is waiting').waitFor();
  expect(paid).toEqual([{ amount: 5, for: 'coffee' }]);
  await one.close();
  await other.close();
});

it('makes one call where two tabs decide at once, and says in the slower one what was decided', async () => {
  const tabs = [await web.open('/inbox'), await web.open('/inbox')];
  await web.ask('shop', 'juice');
  // Both answers are on their way before one of them arrives.
  let sent = 0;
  const bothSent = Promise.withResolvers<void>();
  async function hold(route: Route): Promise<void> {
    sent += 1;
    if (sent === tabs.length) bothSent.resolve();
    await bothSent.promise;
    await route.continue();
  }
  for (const { page } of tabs) await page.route('**/messages', hold);
  await tabs[0]?.page.getByRole('button', { name: 'Allow this call' }).click();
  await tabs[1]?.page.getByRole('button', { name: 'Deny' }).click();
  for (const { page } of tabs) await page.getByText('Nothing is waiting').waitFor();
  const said = (index: number) =>
    tabs[index]?.page.getByText(/juice: already decided in another window/).allInnerTexts();
  await expect.poll(async () => [await said(0), await said(1)].flat().length).toBe(1);
  // The slower tab says what the faster one decided.
  const isDenied = paid.length === 0;
  expect(String(await said(isDenied ? 0 : 1))).toContain(
    isDenied ? 'pay was denied' : 'pay was approved',
  );
  expect(paid).toEqual(isDenied ? [] : [{ amount: 5, for: 'juice' }]);
  for (const tab of tabs) {
    expect(await tab.axe()).toEqual([]);
    await tab.close();
  }
});

it('says to the model why a call was denied, by keyboard alone', async () => {
  const { page, close } = await web.open('/inbox');
  const id = await web.ask('shop', 'cake');
  await page.getByLabel(/Reason/).focus();
  await page.keyboard.type('too dear');
  const deny = page.getByRole('button', { name: 'Deny' });
  const isFocused = (): Promise<boolean> => deny.evaluate((button) => button.matches(':focus'));
  for (let pressed = 0; pressed < 9 && !(await isFocused()); pressed += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is waiting').waitFor();
  await close();
  const task = await web.open(`/tasks/${id}?tab=conversation`);
  await task.page.getByText(/for pay: denied/).waitFor();
  expect(await task.page.getByText('too dear').count()).toBeGreaterThan(0);
  expect(paid).toEqual([]);
  await task.close();
});

it('shows hostile arguments as text', async () => {
  const { page, complaints, outside, close } = await web.open('/inbox');
  const hostile =
    '<img src=https://example.com/x onerror=alert(1)>"</textarea><script>alert(1)</script>';
  await web.ask('shop', hostile);
  const written = page.getByRole('group', { name: 'Arguments' });
  await written.waitFor();
  expect(await written.innerText()).toContain('<img src=https://example.com/x onerror=alert(1)>');
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect([...complaints, ...outside]).toEqual([]);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  await close();
});

it('shows what is hidden in arguments, and approves them only after their end was shown', async () => {
  const { page, complaints, close } = await web.open('/inbox');
  const request = `ls \u202e\u00a0${'\n'.repeat(200)}${'word '.repeat(2000)}; rm -rf /`;
  await web.ask('shop', request);
  const written = page.getByRole('group', { name: 'Arguments' });
  await written.waitFor();
  expect(await written.innerText()).toContain('ls \\u{202e}\\u{a0}');
  expect(await written.innerText()).not.toContain('rm -rf');
  const approve = page.getByRole('button', { name: 'Allow this call' });
  await page.getByText('Expand all arguments').waitFor();
  expect(await approve.isDisabled()).toBe(true);
  await written.getByRole('button', { name: /^Show all/ }).click();
  await page.getByText('Scroll to the end of the arguments').waitFor();
  expect(await approve.isDisabled()).toBe(true);
  expect(await written.innerText()).toContain('rm -rf');
  // A yes for longer is not offered where nobody can be expected to read all that it would cover.
  expect(await page.getByRole('button', { name: 'Allow more than once' }).count()).toBe(0);
  await written.evaluate((field) => {
    field.scrollTop = field.scrollHeight;
  });
  await approve.click();
  await page.getByText('Nothing is waiting').waitFor();
  // The call has the characters that the model wrote, not their escapes.
  expect([paid, complaints]).toEqual([[{ amount: 5, for: request.trim() }], []]);
  await close();
});
