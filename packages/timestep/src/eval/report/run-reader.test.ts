import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { metaWith, rowWith } from './run.fixture.ts';
import { lockRunFolder } from '../run/run-folder.ts';
import { createRunReader } from './run-reader.ts';

let folder: string;
let results: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-follow-'));
  results = join(folder, 'results.jsonl');
  writeFileSync(join(folder, 'run_meta.json'), JSON.stringify(metaWith()));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lineOf = (task: string, trial: number, verdict: 'passed' | 'failed' | 'error'): string =>
  `${JSON.stringify(rowWith(task, trial, verdict))}\n`;

it('has what is recorded so far, and leaves a line that is being written for later', async () => {
  const followed = createRunReader(folder);
  expect(await followed.read()).toMatchObject({ rows: [], isGoing: false });
  const second = lineOf('ä', 1, 'failed');
  writeFileSync(results, lineOf('ä', 0, 'passed') + second.slice(0, 20));
  expect((await followed.read()).rows.map(({ trial }) => trial)).toEqual([0]);
  appendFileSync(results, second.slice(20));
  const { rows } = await followed.read();
  expect(rows.map(({ trial, verdict }) => [trial, verdict])).toEqual([
    [0, 'passed'],
    [1, 'failed'],
  ]);
  expect(rows[0]).not.toHaveProperty('messages');
});

it('does not read again what it has read', async () => {
  const followed = createRunReader(folder);
  const first = lineOf('a', 0, 'passed');
  writeFileSync(results, first);
  await followed.read();
  // The same file with other bytes: what was read is not looked at.
  writeFileSync(results, `${' '.repeat(first.length - 1)}\n${lineOf('a', 1, 'passed')}`);
  expect((await followed.read()).rows).toHaveLength(2);
});

it('reads the transcript of one trial, of the last row that the trial has', async () => {
  writeFileSync(
    results,
    lineOf('a', 0, 'error') + lineOf('b', 0, 'passed') + lineOf('a', 0, 'passed'),
  );
  const followed = createRunReader(folder);
  const row = await followed.trial('a', 0);
  expect(row).toEqual(rowWith('a', 0, 'passed'));
  expect(await followed.trial('a', 1)).toBeUndefined();
  expect((await followed.read()).rows).toHaveLength(2);
});

it('begins anew where trials were taken out to be run again', async () => {
  const followed = createRunReader(folder);
  writeFileSync(results, lineOf('a', 0, 'error') + lineOf('b', 0, 'passed'));
  await followed.read();
  writeFileSync(`${results}.new`, lineOf('b', 0, 'passed'));
  renameSync(`${results}.new`, results);
  expect((await followed.read()).rows.map(({ task_id }) => task_id)).toEqual(['b']);
});

it('knows whether a process runs into the folder', async () => {
  const followed = createRunReader(folder);
  const release = lockRunFolder(folder);
  expect((await followed.read()).isGoing).toBe(true);
  release();
  expect((await followed.read()).isGoing).toBe(false);
});

it('refuses a folder that holds no run', async () => {
  rmSync(join(folder, 'run_meta.json'));
  await expect(createRunReader(folder).read()).rejects.toMatchObject({ code: 'bad-run' });
});
