/**
 * Takes the screenshots of the README and of docs/tracing.md, in the light and the dark scheme: a run with the
 * agents that it asks on the timeline of the page, and the trace of a planned journey in a terminal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIncident } from './incident.ts';
import { takeTerminal, waterfallIn } from './waterfall.ts';
import { launchChromium } from './web.ts';

const PICTURES = join(import.meta.dirname, '../../docs/pictures');
const SIZE = { width: 1280, height: 760 };

const folder = mkdtempSync(join(tmpdir(), 'timestep-picture-'));
const { web, taskId } = await openIncident();
const waterfall = await waterfallIn(join(folder, 'journey.db'));
const browser = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await web.open(`/tasks/${taskId}?tab=timeline`, {
      scheme: colorScheme,
    });
    await page.setViewportSize(SIZE);
    await page.getByText('asks logs').nth(1).waitFor();
    const path = join(PICTURES, `page-${colorScheme}.png`);
    await page.screenshot({ path });
    const trace = join(PICTURES, `trace-${colorScheme}.png`);
    const context = await browser.newContext({ colorScheme, viewport: SIZE });
    // The content policy of the page must not apply to this document.
    await takeTerminal(await context.newPage(), waterfall, trace);
    process.stdout.write(`${path}\n${trace}\n`);
    await context.close();
    await close();
  }
} finally {
  await browser.close();
  await web.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
