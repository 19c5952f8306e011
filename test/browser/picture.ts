/**
 * Takes the screenshots of the README and of docs/tracing.md, in the light and the dark scheme: the
 * example with two agents and its handoff on the timeline of the page, and the trace of a planned
 * journey in a terminal.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { takeTerminal, waterfallIn } from './waterfall.ts';
import { launchChromium } from './web.ts';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, 'docs/pictures');
const SIZE = { width: 1280, height: 760 };

/** Starts the example; resolves to the address of its page once its question is answered. */
async function startExample(database: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(
    process.execPath,
    ['--conditions=@timestep/source', join(ROOT, 'examples/start.ts')],
    {
      env: {
        ...process.env,
        WEATHER_AGENT_PORT: '0',
        PERSONAL_AGENT_PORT: '0',
        TIMESTEP_DATABASE: database,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^the page: (\S+)$/.exec(line)?.[1] ?? url;
    if (line.startsWith('Both agents keep running')) {
      child.stdout.resume();
      return { url, stop: () => void child.kill('SIGTERM') };
    }
  }
  throw new Error('the example ended before it had answered its question');
}

async function openHandoff(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await page
    .getByRole('link', { name: /personal/i })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByText('waiting for the client').first().waitFor();
}

const folder = mkdtempSync(join(tmpdir(), 'timestep-picture-'));
const { url, stop } = await startExample(join(folder, 'tasks.db'));
const waterfall = await waterfallIn(join(folder, 'journey.db'));
const browser = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: SIZE });
    const page = await context.newPage();
    await openHandoff(page, url);
    const path = join(PICTURES, `page-${colorScheme}.png`);
    await page.screenshot({ path });
    const trace = join(PICTURES, `trace-${colorScheme}.png`);
    // The content policy of the page must not apply to this document.
    await takeTerminal(await context.newPage(), waterfall, trace);
    process.stdout.write(`${path}\n${trace}\n`);
    await context.close();
  }
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
