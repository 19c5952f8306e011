/**
 * Opens every page of the built site in Chromium. Each must be accessible in light and in dark, print no error, load nothing
 * from elsewhere, be as narrow as a phone, and show text soon; and the search must find a page. With
 * `TIMESTEP_SAMPLE=1`, every fourth page is opened, and no time counts, because other work runs beside it.
 */
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { brokenRules, launchChromium } from '../web.ts';

const SITE = join(import.meta.dirname, '../../../apps/docs/dist');
/** What a server sends for an address without a page; its links stand for every folder. */
const NOT_FOUND = '404.html';
/** Milliseconds until a reader sees text, on half of the pages. */
const TEXT_WITHIN_MS = 300;
/** Opens each page, or every fourth one. */
const EVERY = process.env['TIMESTEP_SAMPLE'] === '1' ? 4 : 1;
/** The search button of VitePress, whose name lacks the key that it shows. */
const OF_THEME = /^label-content-name-mismatch: <button type="button" class="DocSearch /;
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

function serveSite(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    readFile(join(SITE, path)).then(
      (body) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(body);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
}

/** Returns what is wrong with one page, and the time until its text was there. */
async function examine(
  browser: Browser,
  address: string,
): Promise<{ readonly problems: readonly string[]; readonly textMs: number }> {
  const problems: string[] = [];
  const context = await browser.newContext({ colorScheme: 'light', viewport: DESK });
  try {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(address).origin)) problems.push(request.url());
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    const textMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = (await brokenRules(page)).filter((rule) => !OF_THEME.test(rule));
      problems.push(...rules.map((rule) => `${colorScheme}: ${rule}`));
    }
    await page.setViewportSize(PHONE);
    const width = await page.evaluate<number>(`document.documentElement.scrollWidth`);
    if (width > PHONE.width) problems.push(`${width} pixels wide on a phone`);
    return { problems, textMs };
  } finally {
    await context.close();
  }
}

/** Searches as a reader does. Returns the titles of what was found. */
async function search(browser: Browser, origin: string, words: string): Promise<readonly string[]> {
  const page = await browser.newPage({ viewport: DESK });
  try {
    await page.goto(`${origin}/index.html`, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.locator('.search-input').fill(words);
    await page.locator('.results .result').first().waitFor();
    return await page.locator('.results .result').allTextContents();
  } finally {
    await page.close();
  }
}

const server = serveSite();
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await launchChromium();
try {
  const times: number[] = [];
  let count = 0;
  const paths = globSync('**/*.html', { cwd: SITE }).filter((path) => path !== NOT_FOUND);
  for (const path of paths.toSorted().filter((_, at) => at % EVERY === 0)) {
    const { problems, textMs } = await examine(browser, `${origin}/${path}`);
    times.push(textMs);
    count += problems.length;
    for (const problem of problems) process.stderr.write(`${path}: ${problem}\n`);
  }
  const found = await search(browser, origin, 'approval');
  if (found.length === 0) process.stderr.write('the search finds nothing\n');
  const [median = 0] = times.toSorted((a, b) => a - b).slice(times.length / 2);
  process.stdout.write(
    `${times.length} pages, ${count} problems; text after ${Math.round(median)} ms (median), ${Math.round(Math.max(...times))} ms at most; ${found.length} found\n`,
  );
  if (count > 0 || found.length === 0 || (EVERY === 1 && median > TEXT_WITHIN_MS))
    process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
