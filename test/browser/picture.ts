/**
 * Takes the screenshots of the README and of docs/tracing.md, in the light and the dark scheme: a run with the
 * agents that it asks on the timeline of the page, and the trace of a planned journey in a terminal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIncident } from './incident/incident.ts';
import { takeTerminal, waterfallIn } from './waterfall.ts';
import { launchChromium } from './web.ts';

const PICTURES = join(import.meta.dirname, '../../docs/pictures');
const SIZE = { width: 1440, height: 860 };

const folder = mkdtempSync(join(tmpdir(), 'timestep-picture-'));
const { getAddress, readTree, close } = await openIncident();
const step = await chooseStep();
const waterfall = await waterfallIn(join(folder, 'journey.db'));
const browser = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: SIZE });
    await page.goto(getAddress(step));
    await page.getByText('new in this step').first().waitFor();
    const path = join(PICTURES, `page-${colorScheme}.png`);
    await page.screenshot({ path });
    await page.close();
    const trace = join(PICTURES, `trace-${colorScheme}.png`);
    const context = await browser.newContext({ colorScheme, viewport: SIZE });
    // The content policy of the page must not apply to this document.
    await takeTerminal(await context.newPage(), waterfall, trace);
    process.stdout.write(`${path}\n${trace}\n`);
    await context.close();
  }
} finally {
  await browser.close();
  await close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns the row in which the agent that has the incident decides about the rollback. */
async function chooseStep(): Promise<string | undefined> {
  const [root] = (await readTree()).tasks;
  const row = root?.timeline.ended.find(({ note }) => note === 'ops_rollback');
  return root && row && `${root.id} ${row.id}`;
}
