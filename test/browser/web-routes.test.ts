import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopAgent, weatherAgent } from './scripted-agents.ts';
import { ROUTES } from './routes.ts';
import { chooseSample } from '../sample-size.ts';
import { writeRun } from './stored-run.ts';
import { brokenRules, openWeb, type Web } from './web.ts';
import { findWordingFaults } from './wording-faults.ts';

let web: Web;
let runs: string;
let taskId: string;

beforeAll(async () => {
  runs = mkdtempSync(join(tmpdir(), 'timestep-routes-'));
  writeRun(join(runs, 'before'), { tasks: 12, trials: 4, seed: 1, skill: 0.9 });
  writeRun(join(runs, 'after'), { tasks: 12, trials: 4, seed: 2, skill: 0.4 });
  web = await openWeb([weatherAgent(), shopAgent([])], runs);
  taskId = await web.ask('weather', 'How is the weather in Oakland?');
  await web.ask('shop', 'tea');
  await web.say('weather', '0000-routes', 'And in Tokyo?');
});

afterAll(async () => {
  await web.close();
  rmSync(runs, { recursive: true, force: true });
});

/** Schemes in which rules are checked at every width, where the whole is wanted. */
const WHOLE = chooseSample<readonly ('light' | 'dark')[]>({
  small: [],
  usual: [],
  whole: ['light', 'dark'],
});

/** Windows in which each address is opened, the schemes in which its rules are checked, and the width it is widened to. */
const WINDOWS = [
  { scheme: 'light', width: 320, checked: ['light', ...WHOLE], widest: 320 },
  { scheme: 'dark', width: 1280, checked: ['dark', ...WHOLE], widest: 2560 },
] as const;

it.each(ROUTES)('%s can be read by everybody, and keeps to its policy', async (path, text) => {
  for (const { scheme, width, checked, widest } of WINDOWS) {
    const view = await web.open(path.replaceAll('TASK', taskId), { scheme, width });
    const { page } = view;
    await page.getByText(text).first().waitFor();
    await checkView(page, width, checked);
    if (widest > width) {
      await page.setViewportSize({ width: widest, height: 800 });
      await page.evaluate(NEXT_FRAME);
      await checkView(page, widest, WHOLE);
    }
    // A browser itself says that an answer was 404.
    expect(view.complaints.filter((one) => !one.includes('404'))).toEqual([]);
    expect(view.outside).toEqual([]);
    await view.close();
  }
});

const NEXT_FRAME =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))';

async function checkView(
  page: Page,
  width: number,
  schemes: readonly ('light' | 'dark')[],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    expect(await brokenRules(page), `${colorScheme}, ${width}`).toEqual([]);
  }
  const isWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  expect(isWide, `wider than ${width}`).toBe(false);
  expect(await findWordingFaults(page)).toEqual([]);
}
