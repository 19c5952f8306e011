/**
 * Takes the screenshots of the README and of the docs in the light and the dark scheme, or views of the page for the
 * eye. See `USAGE`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIncident } from '../../examples/incident/stage.ts';
import { takeChangedTool } from './changed-tool.ts';
import { takeScreens } from './screens.ts';
import { takeTerminal, waterfallIn } from './waterfall.ts';
import { launchChromium } from './web.ts';

const PICTURES = join(import.meta.dirname, '../../docs/pictures');
const SIZE = { width: 1440, height: 860 };

const USAGE = `Takes pictures of the page with the Chromium of this machine.

  npm run pictures                      those of the README and docs, which they replace: a run on the page, a trace
                                        in a terminal, and the question about a tool that changed after its approval
  npm run pictures -- changed           only the question about a changed tool
  npm run pictures -- screens [FOLDER]  twelve views of the page and one as wide as a phone, into FOLDER
                                        (page-screens), for the eye
`;

const [, , what = 'all', into = 'page-screens'] = process.argv;

if (what === '--help' || what === '-h') process.stdout.write(USAGE);
else if (what === 'screens') {
  for await (const path of takeScreens(into)) process.stdout.write(`${path}\n`);
} else if (what === 'all' || what === 'changed') {
  if (what === 'all') await takeRuns();
  for (const path of await takeChangedTool(PICTURES)) process.stdout.write(`${path}\n`);
} else {
  process.stderr.write(`unknown picture "${what}"\n\n${USAGE}`);
  process.exitCode = 1;
}

async function takeRuns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-picture-'));
  const { getAddress, close } = await openIncident();
  const waterfall = await waterfallIn(join(folder, 'journey.db'));
  const browser = await launchChromium();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: SIZE });
      // The first request builds the page.
      await page.goto(getAddress(), { timeout: 240_000 });
      await page.getByRole('button', { name: /^graphs_errors/ }).click();
      await page.getByRole('complementary', { name: 'Step' }).locator('img').waitFor();
      await page.mouse.move(0, 0);
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
}
