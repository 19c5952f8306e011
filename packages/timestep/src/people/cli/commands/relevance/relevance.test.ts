import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runNow } from '../../timestep.fixture.ts';

function createLibrary(questions: readonly string[] = []): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'relevance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'tsagent.json'), '{"metadata":{"name":"Library"}}');
  for (const [name, text] of [
    ['refunds', 'Money is paid back within a week.'],
    ['hours', 'The library is open from nine to five.'],
  ]) {
    writeFileSync(join(folder, `rules/${name}.mdt`), `---\ninclude: agent\n---\n${text}`);
  }
  const file = join(folder, 'questions.jsonl');
  writeFileSync(file, questions.join('\n'));
  return { folder, file };
}

it('shows what a question gets, with words in common, and what is left out', async () => {
  const { folder } = createLibrary();
  const { code, stdout } = await runNow('relevance', 'try', folder, 'Is the library open?');
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines[1]).toMatch(/^chosen \(agent\) {2}rule hours +\d\.\d{3} +library open$/);
  expect(lines[2]).toMatch(/^left out +rule refunds +0\.000$/);
  expect(lines.at(-1)).toBe('Chosen by bm25f/1.');
});

it('counts right and wrong items, and names each fault', async () => {
  const { folder, file } = createLibrary([
    '{"question":"When is the library open?","right":["hours"]}',
    '{"question":"can I have my cash again","right":["refunds"]}',
    '{"question":"hello","right":[]}',
  ]);
  const { code, stdout } = await runNow('relevance', 'eval', folder, file);
  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toEqual([
    '"can I have my cash again" misses refunds',
    'all expected items chosen: in 50 % of 2 questions; wrong items per question: 0.00',
    'something chosen where nothing fits: 0 % of 1 question',
    'Chosen by bm25f/1.',
  ]);
});

it.each([
  ['{"question":"x"}', /questions\.jsonl:1 right /],
  ['{"question":1,"right":[]}', /questions\.jsonl:1 question /],
  ['nonsense', /questions\.jsonl:1 is not JSON: write one JSON object per line/],
  ['', /has no questions: write lines such as/],
  ['{"question":"x","right":["refund"]}', /no item "refund": use hours, refunds/],
])('refuses the questions %s', async (line, message) => {
  const { folder, file } = createLibrary([line]);
  const { code, stderr } = await runNow('relevance', 'eval', folder, file);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
