import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@timestep-ai/timestep';
import { compareRuns, readRun, report, type RunMeta } from '@timestep-ai/timestep/eval';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../packages/timestep/src/people/view/hostile-texts.fixture.ts';
import { harmIn, UNHARMED } from './hostile-places.ts';
import { weatherAgent } from './scripted-agents.ts';
import { trialRow, writeRun, type Story } from './stored-run.ts';
import { openWeb, type Web } from './web.ts';

const SMALL: Story = { tasks: 12, trials: 4, seed: 1, skill: 0.6 };
const ROW = `[aria-label="Tasks of the run"]`;

let web: Web;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-web-runs-'));
  writeRun(join(folder, 'before'), { ...SMALL, skill: 0.9 });
  writeRun(join(folder, 'after'), { ...SMALL, seed: 2, skill: 0.4 });
  const suites = join(folder, 'suites');
  mkdirSync(suites);
  const tasks = ['sun', 'rain'].map((word) => ({
    id: word,
    messages: [{ role: 'user', content: word }],
    expected: { final_contains: 'sun' },
  }));
  writeFileSync(join(suites, 'sky.jsonl'), tasks.map((task) => JSON.stringify(task)).join('\n'));
  const never = `cmd:${process.execPath} -e "setInterval(() => undefined, 1e8)"`;
  web = await openWeb([weatherAgent()], folder, {
    suites,
    agents: () => [
      { id: 'echo', spec: 'builtin:echo' },
      { id: 'never', spec: never },
    ],
  });
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

it('goes from the list to a run and into a trial, and its numbers are those of the report', async () => {
  const { page, complaints, outside, axe, close } = await web.open('/evals');
  const { pass_rate, passed } = report(join(folder, 'before'));
  const rate = `${((pass_rate?.mean ?? 0) * 100).toFixed(1)} %`;
  await page.getByRole('link', { name: new RegExp(`before ${rate}.*48 of 48 trials`) }).click();
  await page.getByText('48 trials of 12 tasks').waitFor();
  expect(await page.locator('dt:text-is("Pass rate") + dd').textContent()).toBe(rate);
  expect(await page.locator('dt:text-is("Passed") + dd').textContent()).toBe(String(passed));
  const table = page.getByRole('table', { name: 'pass@k and pass^k' });
  expect(await table.getByRole('row').count()).toBe(5);
  await page
    .getByRole('button', { name: /trial 1: passed/ })
    .first()
    .click();
  await page.getByText('Let me look at your reservation.').waitFor();
  expect(await page.getByRole('heading', { name: 'Grades' }).count()).toBe(1);
  expect(await axe()).toEqual([]);
  expect(new URL(page.url()).search).toMatch(/task=.*trial=1/);
  await page.getByRole('button', { name: 'Next trial' }).click();
  await page.getByRole('heading', { name: /, trial [02]$/ }).waitFor();
  await page.getByRole('button', { name: 'Close the trial' }).click();
  await page.getByRole('searchbox', { name: 'Search tasks of the run' }).fill('refund');
  await page.getByText('8 of 48 trials of 2 of 12 tasks').waitFor();
  expect(new URL(page.url()).search).toBe('?text=refund');
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});

it('closes a trial by Back, and leaves the run by the next Back', async () => {
  const { page, close } = await web.open('/evals');
  const isClosed = () => page.getByRole('complementary', { name: 'Trial' }).count();
  await page.getByRole('link', { name: /before/ }).click();
  await page.getByRole('searchbox', { name: 'Search tasks of the run' }).fill('refund');
  const cell = page.getByRole('button', { name: /trial 1: / }).first();
  await cell.click();
  await page.getByRole('button', { name: 'Next trial' }).click();
  await page.getByRole('heading', { name: /, trial [023]$/ }).waitFor();
  await page.goBack();
  await expect.poll(isClosed).toBe(0);
  expect(new URL(page.url()).search).toBe('?text=refund');
  await cell.click();
  await page.getByRole('heading', { name: /, trial 1$/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(isClosed).toBe(0);
  expect(new URL(page.url()).search).toBe('?text=refund');
  await page.goBack();
  await page.getByRole('link', { name: /before/ }).waitFor();
  await close();
});

it('compares two runs of the same tasks, their trials side by side', async () => {
  const { page, complaints, axe, close } = await web.open('/evals/after');
  const found = compareRuns(readRun(join(folder, 'before')), readRun(join(folder, 'after')));
  await page.getByLabel('Compare with an earlier run').selectOption('before');
  await page.getByText('points: worse, statistically significant').waitFor();
  expect(found.verdict).toBe('regression');
  const p = found.p_value < 0.0001 ? '< 0.0001' : found.p_value.toFixed(4);
  expect(await page.locator('dt:text-is("p") + dd').textContent()).toBe(p);
  expect(await page.locator(`${ROW} h3`).first().textContent()).toBe('Worse');
  await page.getByText('Answers, task by task').click();
  await page.getByText(/shown, 12 of 12 tasks read/).waitFor();
  await page.getByLabel('Only different answers').uncheck();
  await page.getByText('12 shown, 12 of 12 tasks read').waitFor();
  expect(await axe()).toEqual([]);
  await page
    .getByRole('button', { name: /: worse$/ })
    .first()
    .click();
  const [before, after] = ['Before', 'After'].map((name) =>
    page.getByRole('region', { name, exact: true }),
  );
  await before?.getByRole('heading', { name: 'Before passed' }).waitFor();
  await after?.getByRole('heading', { name: 'After failed' }).waitFor();
  expect(await axe()).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('shows trials of a run that goes on as they end', async () => {
  const outdir = join(folder, 'going');
  writeRun(outdir, { ...SMALL, tasks: 1, trials: 1, seed: 3 });
  const path = join(outdir, 'run_meta.json');
  const meta = JSON.parse(readFileSync(path, 'utf8')) as RunMeta;
  writeFileSync(path, JSON.stringify({ ...meta, task_count: 2 }));
  const { page, complaints, close } = await web.open('/evals/going');
  await page.getByText('1 trials of 1 tasks').waitFor();
  const line = JSON.stringify(trialRow({ task_id: 'one-more', verdict: 'failed' }));
  appendFileSync(join(outdir, 'results.jsonl'), `${line}\n`);
  await page.getByRole('button', { name: 'one-more, trial 0: failed' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('starts a run, and shows it as it goes on and when it has ended', async () => {
  const { page, complaints, axe, close } = await web.open('/evals');
  await page.getByRole('button', { name: 'Start a run' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a run' });
  expect(await axe()).toEqual([]);
  expect(await dialog.getByLabel('Run name').inputValue()).toMatch(/^sky-echo-\d{8}-\d{6}$/);
  await dialog.getByLabel('Run name').fill('from-the-page');
  await dialog.getByLabel('Trials per task').fill('2');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'from-the-page' }).waitFor();
  await page.getByRole('button', { name: 'sun, trial 1: passed' }).waitFor();
  await page.getByRole('button', { name: 'rain, trial 1: failed' }).waitFor();
  expect(await page.getByRole('button', { name: 'Stop the run' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('stops a run, and says why one cannot be started', async () => {
  const { page, complaints, axe, close } = await web.open('/evals');
  const start = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Start a run' }).click();
    await page.getByLabel('Agent').selectOption('never');
    await page.getByLabel('Run name').fill('never-ends');
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  };
  await start();
  const stop = page.getByRole('button', { name: 'Stop the run' });
  await stop.waitFor();
  expect(await axe()).toEqual([]);
  await stop.click();
  await stop.waitFor({ state: 'detached' });
  await page.getByText('6 of 6 not run').waitFor();
  await page.getByRole('link', { name: 'All runs' }).click();
  await start();
  await page.getByRole('alert').getByText('never-ends').waitFor();
  // A browser itself says that an answer was 409.
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  await close();
});

/** Texts in each trial of a run. */
const EACH = 4;

it('does nothing that a run says', async () => {
  const rows = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / EACH) }, (_, at) => {
    const texts = HOSTILE_TEXTS.slice(at * EACH, (at + 1) * EACH).map(({ text }) => text);
    return trialRow({
      // Longer ones than an address can be are no ids.
      task_id: `${at} ${texts.map((text) => text.slice(0, 400 / EACH)).join(' ')}`,
      verdict: 'failed',
      error: texts.join('\n'),
      grades: texts.map((text) => ({
        name: text,
        passed: false,
        score: 0,
        details: { [text]: text },
      })),
      messages: texts.flatMap((text, id): readonly Message[] => [
        { role: 'system', content: text },
        { role: 'user', content: text },
        {
          role: 'assistant',
          content: text,
          tool_calls: [
            { id: String(id), type: 'function', function: { name: text, arguments: text } },
          ],
        },
        { role: 'tool', tool_call_id: String(id), content: text },
      ]),
    });
  });
  writeRun(join(folder, 'hostile'), { ...SMALL, tasks: 0, trials: 1, seed: 4, rows });
  const view = await web.open('/evals/hostile');
  const { page } = view;
  await page.getByText(`${rows.length} trials of ${rows.length} tasks`).waitFor();
  expect(await harmIn(page, ROW)).toEqual(UNHARMED);
  await page.locator(`${ROW} button`).last().click();
  const transcript = page.getByRole('heading', { name: 'Transcript' });
  // From the trial that is open to the first, and then to those that have not been looked at.
  const seen = new Set<string>();
  for (const button of ['Previous trial', 'Next trial']) {
    await transcript.waitFor();
    const to = page.getByRole('button', { name: button });
    while (seen.size < rows.length) {
      await transcript.waitFor();
      const address = page.url();
      const { brought, ...harm } = await harmIn(page, '[aria-label="Trial 0"]');
      expect({ brought, ...harm }).toEqual(UNHARMED);
      seen.add(address);
      if (!(await to.isEnabled())) break;
      await to.click();
      await page.waitForURL((url) => url.href !== address);
    }
  }
  expect(seen.size).toBe(rows.length);
  expect([...view.complaints, ...view.outside]).toEqual([]);
  await view.close();
});
