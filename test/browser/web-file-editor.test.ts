/** The editor of an agent's files: completion, problems at their lines, and the keyboard. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent } from '@timestep-ai/timestep';
import { loadAgentFolder, type AgentDefinition } from '@timestep-ai/timestep/folder';
import { openWeb, type Web } from './web.ts';

let web: Web;
let folder: string;
let definition: AgentDefinition;

const MANIFEST = {
  metadata: { name: 'Guide' },
  settings: { model: 'builtin:echo' },
  mcpServers: { rules: { type: 'internal', tool: 'rules' } },
  permissions: { deny: ['fs_*'] },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-editor-'));
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(MANIFEST, null, 2));
  writeFileSync(join(folder, 'rules/short.mdt'), '---\nname: short\n---\nBe short.\n');
  definition = loadAgentFolder(folder);
  web = await openWeb([new Agent(definition)]);
});

afterAll(async () => {
  await web.close();
  await definition.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (file: string) => {
  const opened = await web.open(`/agents/guide?tab=files&file=${encodeURIComponent(file)}`);
  const editor = opened.page.locator('.cm-content');
  await editor.waitFor();
  return { ...opened, editor };
};

/** Puts the cursor behind a text of the editor. */
async function putCursorBehind(page: Page, line: string) {
  await page.locator('.cm-line', { hasText: line }).click();
  await page.keyboard.press('End');
}

/** Asks for what fits at the cursor, and waits for one of the offers. */
async function waitForOffer(page: Page, name: string) {
  const offer = page.getByRole('option', { name });
  await page.keyboard.press('Control+Space');
  await offer.waitFor();
  return offer;
}

it('completes fields and values of the settings, and saves them', async () => {
  const { page, editor, complaints, outside, axe, close } = await open('tsagent.json');
  await putCursorBehind(page, '"model"');
  await page.keyboard.type(',\n"toolPerm');
  await waitForOffer(page, 'toolPermission');
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('"ne');
  await (await waitForOffer(page, 'never')).click();
  await expect.poll(() => editor.innerText()).toContain('"toolPermission": "never"');
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Undo the last edit…' }).waitFor();
  const written = JSON.parse(readFileSync(join(folder, 'tsagent.json'), 'utf8')) as typeof MANIFEST;
  expect(written.settings).toEqual({ model: 'builtin:echo', toolPermission: 'never' });
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('completes the tools of the agent in a permission rule', async () => {
  const { page, editor, close } = await open('tsagent.json');
  await putCursorBehind(page, '"fs_*"');
  await page.keyboard.type(',"rules_cre');
  await (await waitForOffer(page, 'rules_create_rule')).click();
  await expect.poll(() => editor.innerText()).toContain('"fs_*","rules_create_rule"');
  await close();
});

it('completes the front matter of a rule', async () => {
  const { page, editor, close } = await open('rules/short.mdt');
  await putCursorBehind(page, 'name: short');
  await page.keyboard.type('\ninc');
  await (await waitForOffer(page, 'include')).click();
  await (await waitForOffer(page, 'manual')).click();
  await expect.poll(() => editor.innerText()).toContain('include: manual');
  await close();
});

it('shows a refused field at its line, and a mistake of syntax while it is typed', async () => {
  const { page, editor, axe, close } = await open('tsagent.json');
  const text = await editor.innerText();
  await editor.fill(text.replace('"builtin:echo"', '5'));
  await page.getByRole('button', { name: 'Preview change…' }).click();
  await page.getByText(/tsagent\.json:6 settings\.model/).waitFor();
  await page.locator('.cm-lint-marker-error').waitFor();
  const marked = await page
    .locator('.cm-line', { has: page.locator('.cm-lintRange-error') })
    .allInnerTexts();
  expect(marked).toEqual([expect.stringContaining('"model": 5')]);
  expect(await axe()).toEqual([]);
  await editor.fill('{"metadata": ');
  await page.locator('.cm-lint-marker-error').waitFor();
  await close();
});

it('is left with Tab, and keeps the screen narrow', async () => {
  const { page, editor, axe, close } = await open('tsagent.json');
  await page.setViewportSize({ width: 320, height: 700 });
  await editor.focus();
  await page.keyboard.type(' ');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('.cm-focused').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= 320')).toBe(true);
  expect(await axe()).toEqual([]);
  await close();
});

it('loses nothing that is typed fast, and takes all of it back', async () => {
  const { page, editor, close } = await open('rules/short.mdt');
  const before = await editor.innerText();
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');
  await putCursorBehind(page, 'Be short.');
  await page.keyboard.type(` ${words}`);
  await expect.poll(() => editor.innerText()).toContain(`Be short. ${words}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.locator('.cm-content').innerText()).toBe(before);
  expect(await page.getByRole('button', { name: 'Preview change…' }).isDisabled()).toBe(true);
  await close();
});
