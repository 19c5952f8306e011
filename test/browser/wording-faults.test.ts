import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './web.ts';
import { findWordingFaults } from './wording-faults.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const ID = '01a21e1d-bcfd-78e0-ba86-9fdcec7ef917';

it.each([
  [`<h1>Task ${ID}</h1>`, [`an id as a heading: Task ${ID}`]],
  [`<div role="heading" aria-level="2">${ID}</div>`, [`an id as a heading: ${ID}`]],
  [
    '<label>File <input type="file" name="picture"></label>',
    ['a file input of the browser: picture'],
  ],
  ['<p>1 steps, 1 calls</p>', ['a plural: 1 steps', 'a plural: 1 calls']],
  ['<p>1 tasks of 4 agents</p>', ['a plural: 1 tasks']],
  ['<details><summary>Thought</summary>A text</details>', ['a triangle of the browser: Thought']],
  ['<details><summary style="list-style: none">Thought</summary>A text</details>', []],
  ['<p>Write "go on" to try again.</p>', ['what is typed in a terminal: Write "go on"']],
  ['<p>Choose another one with /model.</p>', ['what is typed in a terminal: with /model']],
  ['<p>Start with /model/page, or go on with /tasks.</p>', []],
  [`<h1>A task</h1><p>Id: ${ID}</p>`, []],
  ['<label class="b">Choose <input type="file" hidden></label>', []],
  ['<p>1 step, 11 calls, 2.1 tokens, attempt 1 tool, 1 callsign</p>', []],
])('finds in %s what no view may show', async (html, faults) => {
  const page = await browser.newPage();
  await page.setContent(html);
  expect(await findWordingFaults(page)).toEqual(faults);
  await page.close();
});
