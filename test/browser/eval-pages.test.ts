import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRun } from '@timestep-ai/timestep/eval';
import { renderComparisonHtml, renderRunHtml } from '@timestep-ai/timestep/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../packages/timestep/src/people/view/hostile-texts.fixture.ts';
import { launchBrowser, type Browser } from './browser.ts';
import { openPage, type Page } from './page.ts';
import { trialRow, writeRun, type Story } from './stored-run.ts';

const HOSTILE = `</script><script>globalThis.hit = 1</script><!-- <img src=x onerror="globalThis.hit = 2"> "'> \u2028 half \ud83d`;
/** The text as a page shows it, with what cannot be seen as escapes. */
const SHOWN = HOSTILE.replace('\u2028', String.raw`\u{2028}`).replace(
  '\ud83d',
  String.raw`\u{d83d}`,
);

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
async function opened(name: string, pieces: AsyncIterable<string>, hash = ''): Promise<Page> {
  const path = join(folder, `${name}.html`);
  const file = openSync(path, 'w');
  for await (const piece of pieces) writeSync(file, piece);
  closeSync(file);
  const page = await openPage(browser, `${pathToFileURL(path).href}${hash}`);
  await page.until(`document.querySelector('[role=status]')`);
  return page;
}

function reportOf(name: string, story: Story, hash = ''): Promise<Page> {
  const outdir = join(folder, name);
  writeRun(outdir, story);
  return opened(name, renderRunHtml(readRun(outdir)), hash);
}

const SMALL: Story = { tasks: 12, trials: 4, seed: 1, skill: 0.6 };

const COUNT = `document.querySelector('[role=status]').textContent`;
const ROWS = `document.querySelectorAll('[data-task]').length`;
const CELL = 'button[data-trial]';
const HEADING = `document.querySelector('h2[tabindex="-1"]')`;
const HAS_TRIAL = `document.querySelector('[aria-label="Trial 0"] h4, [aria-label="Trial 1"] h4, [aria-label="Trial 2"] h4')`;
const SAID = `[...document.querySelectorAll('section[aria-label^="Trial"] li > div :is(pre, .prose-text):not(details *)')].map((one) => one.textContent.trim())`;
/** Elements and attributes that no text may bring. */
const BROUGHT = `document.querySelectorAll('img, iframe, form, base, link, object, embed, #root :is(script, style), .prose-text :is([id], [style], [class]:not(div.code-block, code > span[class^="code-"]), svg, math), .prose-text a[href]:not([href^="http" i], [href^="mailto:" i])').length`;
const FOCUSED = `document.activeElement.getAttribute('aria-label')`;

describe('the page of a run', () => {
  it('shows every trial, and asks for nothing', async () => {
    const page = await reportOf('whole', SMALL);
    expect(await page.read(COUNT)).toBe('48 trials of 12 tasks');
    expect(await page.read(`document.querySelectorAll('${CELL}').length`)).toBe(48);
    expect(await page.read(`document.querySelectorAll('svg[role=img]').length`)).toBe(2);
    const shapes = await page.read<string[]>(
      `[...new Set([...document.querySelectorAll('${CELL}')].map((one) => one.textContent))]`,
    );
    expect(shapes).toEqual(expect.arrayContaining(['✕', '✓']));
    const figures = await page.read<string>(`document.querySelector('dl').textContent`);
    expect(figures).toMatch(/Pass rate\d+\.\d %95 %: .*Duration19 min 41 s/);
    expect(await page.read(`document.title`)).toBe(
      'airline-desk.jsonl: a2a:http://127.0.0.1:10000',
    );
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  it('is filtered by keyboard, and says so in its address', async () => {
    const page = await reportOf('filtered', SMALL);
    await page.press('/');
    await page.type('refund');
    await page.until(`${COUNT} === '8 of 48 trials of 2 of 12 tasks'`);
    // The grid follows the count as the browser finds time.
    await page.until(`${ROWS} === 2`);
    expect(await page.read('location.hash')).toBe('#text=refund');
    const again = await reportOf('filtered-again', SMALL, '#text=refund&outcome=failed');
    expect(await again.read(COUNT)).toMatch(/^\d of 48 trials of \d of 12 tasks$/);
    expect(await again.read(`document.querySelector('[aria-label=Outcome]').value`)).toBe('failed');
    await again.click('[role=search] button');
    await again.until(`${COUNT} === '48 trials of 12 tasks'`);
    expect(await again.read('location.hash')).toBe('');
    expect([...page.complaints, ...again.complaints]).toEqual([]);
  });

  it('is filtered by the grader that failed', async () => {
    const page = await reportOf('graders', SMALL, '#grader=LLMJudge');
    expect(await page.read(COUNT)).toMatch(/^\d+ of 48 trials of \d+ of 12 tasks$/);
    const options = `[...document.querySelector('[aria-label="Failing grader"]').options].map((one) => one.value)`;
    expect(await page.read(options)).toEqual(
      expect.arrayContaining(['', 'LLMJudge', 'ToolCallMatch']),
    );
    expect(page.complaints).toEqual([]);
  });

  it('opens a trial by keyboard and comes back to where it was', async () => {
    const page = await reportOf('keys', SMALL);
    await page.press('/');
    for (let tabs = 0; tabs < 8; tabs += 1) {
      await page.press('Tab');
      if (await page.read(`document.activeElement.matches('${CELL}')`)) break;
    }
    const first = await page.read<string>(FOCUSED);
    await page.press('ArrowRight');
    await page.press('ArrowDown');
    const second = await page.read<string>(FOCUSED);
    expect(first).toMatch(/trial 0: /);
    expect(second).toMatch(/trial 1: /);
    expect(second.split(',')[0]).not.toBe(first.split(',')[0]);
    await page.press('Enter');
    await page.until(`${HEADING} && ${HAS_TRIAL}`);
    expect(await page.read('document.activeElement.tagName')).toBe('H2');
    expect(await page.read(SAID)).toContain('Let me look at your reservation.');
    expect(await page.read(`document.querySelectorAll('h4 + ul > li').length`)).toBe(4);
    await page.press('j');
    await page.until(`${HEADING}.textContent.includes('trial 2')`);
    await page.press('Escape');
    await page.until(`!${HEADING}`);
    expect(await page.read(FOCUSED)).toMatch(/trial 2: /);
    expect(page.complaints).toEqual([]);
  });

  it('goes back by the history of the browser', async () => {
    const page = await reportOf('history', SMALL);
    await page.click(CELL);
    await page.until(HEADING);
    await page.read('history.back()');
    await page.until(`!${HEADING}`);
    expect(page.complaints).toEqual([]);
  });

  it('opens a trial by its link, with tool calls folded', async () => {
    const page = await reportOf('linked', SMALL, '#task=chat%2Frefund-000&trial=1');
    await page.until(HAS_TRIAL);
    const texts = `[...document.querySelectorAll('details :is(pre, dl)')].filter((one) => one.checkVisibility()).map((one) => one.textContent)`;
    expect(await page.read(texts)).toEqual([]);
    await page.click('li details:has(h3) summary');
    await page.until(`${texts}.length === 2`);
    expect(await page.read(texts)).toEqual([
      'reservation_idQ00fare250.0',
      expect.stringContaining('"name": "Mei Tanaka"') as string,
    ]);
    expect(page.complaints).toEqual([]);
  });

  it('shows pictures that were said, out of the file', async () => {
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${dot}` },
    } as const;
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'look' }, image] }] as const;
    const row = trialRow({ task_id: 'picture', messages });
    const page = await reportOf('pictures', { ...SMALL, tasks: 0, rows: [row] });
    await page.click(CELL);
    await page.until(`document.querySelector('section img')?.naturalWidth === 1`);
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  });

  it('is printed whole', async () => {
    const page = await reportOf('printed', { ...SMALL, tasks: 100 });
    const height = await page.printed(
      `document.querySelector('[role=list]').scrollHeight - document.querySelector('[role=list]').clientHeight`,
    );
    expect(height).toBe(0);
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
    await page.click(CELL);
    await page.until(HAS_TRIAL);
    await page.read(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await page.until(`document.querySelectorAll('section li details pre').length === 2`);
    expect((await page.read<string[]>(SAID))[0]).toBe(SHOWN);
    expect(await page.read(`document.querySelectorAll('img, section script').length`)).toBe(0);
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
    await page.read(`document.querySelector('${CELL}').click()`);
    const seen = new Set<string>();
    for (let count = 1; count <= rows.length; count += 1) {
      await page.until(HAS_TRIAL);
      const shown = await page.read<string>(`${HEADING}.textContent`);
      seen.add(shown);
      await page.read(
        `document.querySelectorAll('details').forEach((one) => { one.open = true; })`,
      );
      await page.until(
        `document.querySelectorAll('section li details :is(pre, dl, p)').length === 2`,
      );
      expect(await page.read(BROUGHT)).toBe(0);
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await page.read(isWide)).toBe(false);
      await page.press('j');
      const isLast = count === rows.length;
      if (!isLast) await page.until(`${HEADING}.textContent !== ${JSON.stringify(shown)}`);
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
  it('shows what both runs have answered, task by task, and opens a trial', async () => {
    const [before, after] = [join(folder, 'answers-before'), join(folder, 'answers-after')];
    writeRun(before, { ...SMALL, tasks: 30, skill: 0.4 });
    writeRun(after, { ...SMALL, tasks: 30, seed: 2, skill: 0.8 });
    const pieces = renderComparisonHtml(readRun(before), readRun(after));
    const page = await opened('answers', pieces);
    const answers = `[...document.querySelectorAll('details')].find((one) => one.firstChild.textContent === 'Answers, task by task')`;
    await page.read(`${answers}.firstChild.click()`);
    const count = `${answers}.querySelector('[role=status]')?.textContent`;
    await page.until(`/^\\d+ shown, 20 of 30 tasks read$/.test(${count})`);
    await page.read(`${answers}.querySelector('button').click()`);
    await page.until(`/^\\d+ shown, 30 of 30 tasks read$/.test(${count})`);
    await page.read(`${answers}.querySelector('input').click()`);
    await page.until(`${count} === '30 shown, 30 of 30 tasks read'`);
    expect(await page.read(`${answers}.querySelectorAll('ul > li').length`)).toBe(30);
    await page.read(`${answers}.querySelector('li button').click()`);
    await page.until(HEADING);
    expect(await page.read('location.hash')).toMatch(/^#task=.*&trial=0$/);
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });

  it('begins with what became worse, and shows pairs side by side', async () => {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    writeRun(before, { ...SMALL, skill: 0.9 });
    writeRun(after, { ...SMALL, seed: 2, skill: 0.4 });
    const page = await opened('compared', renderComparisonHtml(readRun(before), readRun(after)));
    expect(await page.read(`document.querySelector('[data-task] h3').textContent`)).toBe('Worse');
    expect(await page.read(`document.querySelector('h1').textContent`)).toContain('regression');
    expect(await page.read(`document.querySelectorAll('svg[role=img]').length`)).toBe(1);
    await page.click(`${CELL}[aria-label$=worse]`);
    const sides = ['Before', 'After'].map((name) => `section[aria-label=${name}]`);
    await page.until(sides.map((side) => `document.querySelector('${side} h4')`).join(' && '));
    const verdicts = sides.map((side) =>
      page.read(`document.querySelector('${side} h3').textContent.replaceAll(/[^a-z ]/gi, '')`),
    );
    expect(await Promise.all(verdicts)).toEqual(['Before passed', 'After failed']);
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
  });
});

describe('a page of many trials', () => {
  it.each([
    ['of 1,000 tasks', { tasks: 1000, trials: 10 }],
    ['of 10,000 tasks', { tasks: 10_000, trials: 1 }],
  ])('%s opens, is filtered and shows the last of them', async (name, size) => {
    const id = `${name.replaceAll(/\D/g, '')}-many`;
    const page = await reportOf(id, { ...SMALL, ...size });
    const tasks = size.tasks.toLocaleString('en');
    expect(await page.read(COUNT)).toBe(`10,000 trials of ${tasks} tasks`);
    await page.press('/');
    await page.type(`-${size.tasks - 1}`);
    await page.until(`${ROWS} === 1`);
    await page.click(`[data-task] ${CELL}:last-child`);
    const last = `section[aria-label="Trial ${size.trials - 1}"] h4`;
    await page.until(`document.querySelector('${last}')`);
    expect(await page.read<string[]>(SAID)).toContainEqual(
      expect.stringContaining(`My reservation is Q${size.tasks - 1}0.`),
    );
    expect(page.complaints).toEqual([]);
  });
});
