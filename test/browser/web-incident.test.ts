import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStory, STORY, type StoryLine } from '../../examples/incident/read-story.ts';
import { showRun } from '../../examples/incident/show-run.ts';
import { openIncident, type Incident } from '../../examples/incident/stage.ts';
import { brokenRules, launchChromium } from './web.ts';

let incident: Incident;
let browser: Browser;

beforeAll(async () => {
  [incident, browser] = await Promise.all([openIncident(), launchChromium()]);
});

afterAll(async () => {
  await browser.close();
  await incident.close();
});

/** Reads the rows of the timeline as a person does: by how far they are indented, and what they say. */
async function readRows(page: Page): Promise<readonly StoryLine[]> {
  const rows = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await rows.first().waitFor();
  const listed = await rows.all();
  return Promise.all(
    listed.map(async (row) => {
      const style = await row.locator(':scope > div').first().getAttribute('style');
      const said = await row.locator('button[aria-current]').innerText();
      const [, indent = ''] = /(\d+)px/.exec(style ?? '') ?? [];
      const depth = Math.round((Number(indent) - 8) / 18);
      return { depth, text: said.replaceAll(/\s+/g, ' ').trim() };
    }),
  );
}

async function expectStory(page: Page): Promise<void> {
  expect(readStory(await readRows(page))).toEqual(STORY);
  const head = page.getByRole('term').filter({ hasText: 'Cost, all agents' }).locator('xpath=..');
  expect(await head.textContent()).toContain('$0.06');
  const waited = page.getByRole('term').filter({ hasText: 'Waiting for a person' });
  expect(await waited.locator('xpath=..').textContent()).toMatch(/[34]\.\d s/);
  await page.getByRole('button', { name: /^graphs_errors/ }).click();
  const step = page.getByRole('complementary', { name: 'Step' });
  const picture = step.locator('img');
  await picture.waitFor();
  const width = await picture.evaluate((image) => image.clientWidth);
  expect(width).toBeGreaterThan(200);
  expect(await brokenRules(page)).toEqual([]);
}

it('tells the incident on one screen of the page, and in one file', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  await page.goto(incident.getAddress());
  await expectStory(page);
  const file = join(incident.database, '../run.html');
  await showRun(incident, '--html', file);
  const report = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  await report.goto(`file://${file}`);
  await expectStory(report);
  // Cards in conversations also show which agent was asked what.
  await report.getByRole('button', { name: /^→ / }).first().click();
  const card = report.getByRole('article', { name: /^Call to / }).first();
  await card.getByText('answered').waitFor();
  expect(await card.getByRole('link').count()).toBe(0);
  expect(await brokenRules(report)).toEqual([]);
  await report.getByRole('tab', { name: 'Graph' }).click();
  const calls = report.getByRole('list', { name: 'Calls between agents' }).getByRole('listitem');
  await calls.first().waitFor();
  const called = (await calls.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(called).toContain('incident → logs: 1 ended');
  const graph = report.getByRole('region', { name: 'Agents of this run' });
  await graph.getByRole('button', { name: 'billing' }).waitFor();
  await report.getByRole('tab', { name: 'Conversation' }).click();
  const conversation = report.getByRole('list', { name: 'Conversation' });
  await conversation.getByRole('listitem').first().waitFor();
  const texts = await conversation.getByRole('listitem').allInnerTexts();
  expect(texts[0]).toContain('Checkout fails since nine. What happened?');
  expect(texts.findIndex((text) => text.includes('ops_rollback'))).toBeGreaterThan(0);
  expect(texts.slice(-2).join()).toContain('Checkout failed from 09:12 to 09:41');
  // The model has given the call of a tool the id of an earlier call of an agent.
  const asked = await conversation.getByRole('article', { name: /^Call to / }).allInnerTexts();
  expect(asked.map((text) => text.split('\n')[1])).toEqual(['logs', 'billing']);
  expect(texts.filter((text) => text.includes('checkout 4.17.3'))).toHaveLength(1);
  expect(await brokenRules(report)).toEqual([]);
});
