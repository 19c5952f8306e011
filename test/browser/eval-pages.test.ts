import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { comparisonHtml, readRun, reportHtml } from 'timestep/eval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../packages/timestep/src/view/hostile-texts.fixture.ts';
import { launchBrowser, type Browser } from './browser.ts';
import { openPage, type Page } from './page.ts';
import { trialRow, writeRun, type Story } from './stored-run.ts';

const HOSTILE = `</script><script>globalThis.hit = 1</script><!-- <img src=x onerror="globalThis.hit = 2"> "'> \u2028 half \ud83d`;

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-pages-'));
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page that was written in pieces, as from a disk, at a place in it. */
async function opened(name: string, pieces: Iterable<string>, hash = ''): Promise<Page> {
  const path = join(folder, `${name}.html`);
  const file = openSync(path, 'w');
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
  return openPage(browser, `${pathToFileURL(path).href}${hash}`);
}

function reportOf(name: string, story: Story, hash = ''): Promise<Page> {
  const outdir = join(folder, name);
  writeRun(outdir, story);
  return opened(name, reportHtml(readRun(outdir)), hash);
}

const SMALL: Story = { tasks: 12, trials: 4, seed: 1, skill: 0.6 };

const COUNT = `document.querySelector('#filter-count').textContent`;
const VISIBLE_ROWS = `document.querySelectorAll('.row:not([hidden])').length`;
const IS_OPEN = `!document.querySelector('#opened').hidden`;
const SAID = `[...document.querySelectorAll('.entry > pre')].map((one) => one.textContent)`;
const FOCUSED = `document.activeElement.getAttribute('aria-label')`;

describe('the page of a run', () => {
  it('shows every trial, and asks for nothing', async () => {
    const page = await reportOf('whole', SMALL);
    expect(await page.read(COUNT)).toBe('48 trials of 12 tasks');
    expect(await page.read(`document.querySelectorAll('a.cell').length`)).toBe(48);
    expect(await page.read(`document.querySelectorAll('svg').length`)).toBe(2);
    const shapes = await page.read<string[]>(
      `[...new Set([...document.querySelectorAll('a.cell')].map((one) => one.className + one.textContent))]`,
    );
    expect(shapes).toEqual(expect.arrayContaining(['cell failed✕', 'cell passed✓']));
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  it('is filtered by keyboard, and says so in its address', async () => {
    const page = await reportOf('filtered', SMALL);
    await page.press('/');
    await page.type('refund');
    expect(await page.read(COUNT)).toBe('8 of 48 trials of 2 of 12 tasks');
    expect(await page.read(VISIBLE_ROWS)).toBe(2);
    expect(await page.read('location.hash')).toBe('#text=refund');
    const again = await reportOf('filtered-again', SMALL, '#text=refund&outcome=failed');
    expect(await again.read(COUNT)).toMatch(/^\d of 48 trials of \d of 12 tasks$/);
    expect(await again.read(`document.querySelector('#filter-outcome').value`)).toBe('failed');
    await again.click('#filters button');
    expect(await again.read(COUNT)).toBe('48 trials of 12 tasks');
    expect([...page.complaints, ...again.complaints]).toEqual([]);
  });

  it('opens a trial by keyboard and comes back to where it was', async () => {
    const page = await reportOf('keys', SMALL);
    await page.press('/');
    for (let tabs = 0; tabs < 8; tabs += 1) {
      await page.press('Tab');
      if (await page.read(`document.activeElement.matches('a.cell')`)) break;
    }
    const first = await page.read<string>(FOCUSED);
    await page.press('ArrowRight');
    await page.press('ArrowDown');
    const second = await page.read<string>(FOCUSED);
    expect(first).toMatch(/trial 0: /);
    expect(second).toMatch(/trial 1: /);
    expect(second.split(',')[0]).not.toBe(first.split(',')[0]);
    await page.press('Enter');
    await page.until(`${IS_OPEN} && document.querySelector('.transcript')`);
    expect(await page.read('document.activeElement.tagName')).toBe('H2');
    expect(await page.read(SAID)).toContain('Let me look at your reservation.');
    expect(await page.read(`document.querySelectorAll('.grade').length`)).toBe(4);
    await page.press('j');
    await page.until(`document.querySelector('#opened h2').textContent.includes('trial 2')`);
    await page.press('Escape');
    await page.until(`!(${IS_OPEN})`);
    expect(await page.read(FOCUSED)).toMatch(/trial 2: /);
    expect(page.complaints).toEqual([]);
  });

  it('opens a trial by its link, with tool calls folded', async () => {
    const page = await reportOf('linked', SMALL, '#task=chat%2Frefund-000&trial=1');
    await page.until(`document.querySelector('.transcript')`);
    const results = `[...document.querySelectorAll('.call pre')].map((one) => one.textContent)`;
    expect(await page.read(results)).toEqual([]);
    await page.click('.call summary');
    await page.until(`${results}.length === 2`);
    expect(await page.read(results)).toEqual([
      '{\n  "reservation_id": "Q00",\n  "fare": 250.0\n}',
      expect.stringContaining('"name": "Mei Tanaka"') as string,
    ]);
    expect(page.complaints).toEqual([]);
  });

  it('does nothing that a run says', async () => {
    const row = trialRow({
      task_id: HOSTILE,
      verdict: 'failed',
      error: HOSTILE,
      grades: [{ name: HOSTILE, passed: false, score: 0, details: { [HOSTILE]: HOSTILE } }],
      messages: [
        { role: 'user', content: HOSTILE },
        {
          role: 'assistant',
          content: HOSTILE,
          tool_calls: [
            { id: '1', type: 'function', function: { name: HOSTILE, arguments: HOSTILE } },
          ],
        },
        { role: 'tool', tool_call_id: '1', content: HOSTILE },
      ],
    });
    const page = await reportOf('hostile', { ...SMALL, tasks: 1, rows: [row] });
    await page.click('a.cell');
    await page.until(`document.querySelector('.transcript')`);
    await page.read(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await page.until(`document.querySelectorAll('.call pre').length === 2`);
    expect(await page.read(SAID)).toEqual([HOSTILE, HOSTILE]);
    expect(
      await page.read(`document.querySelectorAll('img, #opened script, #opened svg').length`),
    ).toBe(0);
    expect(await page.read('typeof globalThis.hit')).toBe('undefined');
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  it('does nothing that any of the hostile texts says', async () => {
    const rows = HOSTILE_TEXTS.map(({ text }, at) =>
      trialRow({
        task_id: `${at} ${text}`,
        verdict: 'failed',
        error: text,
        grades: [{ name: text, passed: false, score: 0, details: { [text]: text } }],
        messages: [
          { role: 'user', content: text },
          {
            role: 'assistant',
            content: text,
            tool_calls: [{ id: '1', type: 'function', function: { name: text, arguments: text } }],
          },
          { role: 'tool', tool_call_id: '1', content: text },
        ],
      }),
    );
    const page = await reportOf('all-hostile', { ...SMALL, tasks: 0, trials: 1, rows });
    expect(await page.read(COUNT)).toBe('200 trials of 200 tasks');
    await page.read(`document.querySelector('a.cell').click()`);
    const seen = new Set<string>();
    const heading = `document.querySelector('#opened h2')?.textContent`;
    for (let count = 1; count <= rows.length; count += 1) {
      await page.until(`document.querySelector('.transcript')`);
      const shown = await page.read<string>(heading);
      seen.add(shown);
      await page.read(
        `document.querySelectorAll('details').forEach((one) => { one.open = true; })`,
      );
      await page.until(`document.querySelectorAll('.call pre').length === 2`);
      const brought = `document.querySelectorAll('img, iframe, form:not(#filters), #opened :is(script, style, svg, a:not(nav a)), base, link').length`;
      expect(await page.read(brought)).toBe(0);
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await page.read(isWide)).toBe(false);
      await page.press('j');
      const isLast = count === rows.length;
      if (!isLast) await page.until(`${heading} !== ${JSON.stringify(shown)}`);
    }
    expect(seen.size).toBe(200);
    expect(await page.read('typeof globalThis.hostileHit')).toBe('undefined');
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  it('would not do it even if its own script made markup of it', async () => {
    const page = await reportOf('policy', { ...SMALL, tasks: 1 });
    const tried = await page.read<string>(`(() => {
      const script = document.createElement('script');
      try { document.body.innerHTML = '<b>'; return 'made'; } catch (thrown) { return thrown.name; }
    })()`);
    expect(tried).toBe('TypeError');
    await page.read(`(() => {
      const image = document.createElement('img');
      image.src = 'https://example.invalid/x.png';
      document.body.append(image);
      return new Promise((resolve) => { image.onerror = () => resolve(true); });
    })()`);
    expect(page.complaints.join(' ')).toContain('Content Security Policy');
  });
});

describe('the page of a comparison', () => {
  it('begins with what became worse, and shows pairs side by side', async () => {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    writeRun(before, { ...SMALL, skill: 0.9 });
    writeRun(after, { ...SMALL, seed: 2, skill: 0.4 });
    const page = await opened('compared', comparisonHtml(readRun(before), readRun(after)));
    expect(await page.read(`document.querySelector('.group').textContent`)).toBe('Worse');
    expect(await page.read(`document.querySelector('h1').textContent`)).toContain('regression');
    await page.click('a.cell.worse');
    await page.until(`document.querySelectorAll('.transcript').length === 2`);
    const verdicts = `[...document.querySelectorAll('.sides .trial')].map((side) => side.querySelectorAll('.grade.failed').length > 0)`;
    expect(await page.read(verdicts)).toEqual([false, true]);
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });
});

describe('a page of 5,000 trials', () => {
  it.each([
    ['of 500 tasks', { tasks: 500, trials: 10 }],
    ['of 5,000 tasks', { tasks: 5000, trials: 1 }],
  ])('%s opens, is filtered and shows the last of them', async (name, size) => {
    const id = `${name.replaceAll(/\D/g, '')}-many`;
    const page = await reportOf(id, { ...SMALL, ...size });
    const tasks = size.tasks.toLocaleString('en');
    expect(await page.read(COUNT)).toBe(`5,000 trials of ${tasks} tasks`);
    await page.press('/');
    await page.type(`-${size.tasks - 1}`);
    expect(await page.read(VISIBLE_ROWS)).toBe(1);
    await page.click('.row:not([hidden]) a.cell:last-child');
    await page.until(`document.querySelector('.transcript')`);
    expect(await page.read<string[]>(SAID)).toContainEqual(
      expect.stringContaining(`My reservation is Q${size.tasks - 1}0.`),
    );
    expect(page.complaints).toEqual([]);
  });
});
