import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentWithServers, type AgentWithServers } from './agent-with-servers.ts';
import { shopAgent } from './scripted-agents.ts';
import { openWeb, type Web } from './web.ts';

let web: Web;
let desk: AgentWithServers;
const paid: unknown[] = [];

beforeAll(async () => {
  desk = await agentWithServers();
  web = await openWeb([desk.agent, shopAgent(paid)]);
});

afterAll(async () => {
  await web.close();
  await desk.close();
});

it('shows how each server is, calls a tool by a form, and the messages and lines of the call', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/environments');
  await page.getByRole('heading', { name: 'MCP servers' }).waitFor();
  expect(await page.getByRole('link', { name: 'MCP servers' }).count()).toBe(1);
  await expect.poll(() => page.title()).toContain('MCP servers');
  const card = page.getByRole('region', { name: 'files', exact: true });
  await card.getByText('not connected yet').waitFor();
  await page.getByText('disabled').waitFor();
  await page.getByText(/internal tools, only for the tasks of this agent/).click();
  expect(await axe()).toEqual([]);
  await card.getByRole('link', { name: 'Desk' }).click();
  await page.getByRole('button', { name: 'find' }).click();
  await page.getByText(/^●?connected$/).waitFor();
  await page.getByLabel('pattern').fill('*.md');
  await page.getByLabel('most').fill('many');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('This field must be a number.').waitFor();
  await page.getByLabel('most').fill('2');
  await page.getByLabel('sort').selectOption('age');
  await page.getByLabel('isDeep').selectOption('true');
  await page.getByLabel('folders').fill('a\nb');
  await page.getByRole('button', { name: 'Run' }).click();
  const result = page.getByRole('region', { name: /^Text of the result/ });
  await result.waitFor();
  const { found } = JSON.parse((await result.textContent()) ?? '');
  expect(found).toEqual({
    pattern: '*.md',
    most: 2,
    sort: 'age',
    isDeep: true,
    folders: ['a', 'b'],
  });
  await page.getByText('Called outside a task').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('tab', { name: 'Tools' }).focus();
  await page.keyboard.press('ArrowRight');
  // The row of tabs scrolls and cuts off what is outside of it, so the ring of the focus is inside of the tab.
  const ring = await page.evaluate<string>('getComputedStyle(document.activeElement).outline');
  const offset = await page.evaluate<string>(
    'getComputedStyle(document.activeElement).outlineOffset',
  );
  expect([ring.includes('solid'), offset]).toEqual([true, '-2px']);
  await page.getByRole('tab', { name: 'Protocol' }).click();
  await page.getByLabel('Search messages').fill('tools/call');
  await page.getByRole('button', { name: /tools\/call find answered/ }).click();
  await page.getByRole('region', { name: 'Request' }).getByText('*.md').waitFor();
  await page.getByRole('region', { name: 'Response' }).getByText('structuredContent').waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Response' }).waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page
    .getByRole('listitem')
    .getByText(/looking for \*\.md <img/)
    .waitFor();
  await page.getByRole('tab', { name: 'Config' }).click();
  const config = page.getByRole('region', { name: 'Server configuration' });
  await config.getByText('"FILES_TOKEN": "[secret]"').waitFor();
  await page.getByRole('tab', { name: 'Resources' }).click();
  await page.getByRole('button', { name: 'terms' }).click();
  await page.getByText(/No warranty\. <img/).waitFor();
  await page.getByRole('tab', { name: 'Prompts' }).click();
  await page.getByRole('button', { name: 'greet' }).click();
  await page.getByLabel('who').fill('Ann');
  await page.getByRole('button', { name: 'Get', exact: true }).click();
  await page.getByText(/Greet Ann\. <img/).waitFor();
  expect(await axe()).toEqual([]);
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('asks with all arguments before a call that needs a yes', async () => {
  const { page, close } = await web.open('/environments/shop/shop?open=pay');
  await page.getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run pay?' });
  await dialog.getByText('Arguments').first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(paid).toEqual([]);
  await page.getByRole('button', { name: 'Run' }).click();
  await dialog.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('region', { name: /^Text of the result/ }).waitFor();
  expect(paid).toEqual([{}]);
  await close();
});

it('pings a server, says that its process was killed, and starts it again', async () => {
  const { page, close } = await web.open('/environments/desk/files?open=find');
  await page.getByRole('button', { name: 'Ping' }).click();
  await page.getByText(/answered in .* ms/).waitFor();
  await page.getByLabel('pattern').fill('x');
  await page.getByRole('button', { name: 'Run' }).click();
  const result = page.getByRole('region', { name: /^Text of the result/ });
  await result.waitFor();
  const { pid } = JSON.parse((await result.textContent()) ?? '') as { readonly pid: number };
  process.kill(pid, 'SIGKILL');
  await page.getByText('Error: its process was ended by SIGKILL').waitFor();
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('Last error: its process was ended by SIGKILL').waitFor();
  await page.getByText(/^●?connected$/).waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => result.textContent()).not.toContain(String(pid));
  await close();
});

it('shows what a server over HTTP is, and why one cannot be used', async () => {
  const { page, close } = await web.open('/environments/desk/sky?open=look');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
  await page.getByText('blue').waitFor();
  await page.getByText(/MCP \d{4}-\d\d-\d\d \(modern\)/).waitFor();
  await close();
  const away = await web.open('/environments/desk/away');
  const why = away.page.getByText(/Error: its command was not found/);
  expect(await why.textContent()).toContain('command-not-found');
  await away.close();
});

it('writes a permission after it has shown the change, and refuses it to a tab that is behind', async () => {
  const before = desk.manifest();
  const one = await web.open('/environments/desk/files?open=find');
  const other = await web.open('/environments/desk/files?open=find');
  for (const [{ page }, permit, line] of [
    [one, 'deny', '"find": false'],
    [other, 'ask', '"find": true'],
  ] as const) {
    await page.getByLabel('Permission').selectOption(permit);
    const diff = page.getByRole('region', { name: 'Changes to tsagent.json' });
    await diff.getByText(line).waitFor();
    expect(await diff.getByText('open-sesame').count()).toBe(0);
    expect(await one.axe()).toEqual([]);
  }
  expect(desk.manifest()).toBe(before);
  await one.page.getByRole('button', { name: 'Save', exact: true }).click();
  await one.page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => one.page.getByLabel('Permission').inputValue()).toBe('deny');
  const server = JSON.parse(desk.manifest()).mcpServers.files;
  expect(server.toolEnabled).toEqual({ tools: { find: false } });
  await other.page.getByRole('button', { name: 'Save', exact: true }).click();
  await other.page.getByText(/was changed after it was read/).waitFor();
  await one.page.getByRole('button', { name: 'Run' }).click();
  await one.page.getByText("Not called: the agent's files deny find.").waitFor();
  await one.close();
  await other.close();
  desk.write(before);
});
