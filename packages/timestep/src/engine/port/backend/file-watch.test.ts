import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileWatch } from './file-watch.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kept-files-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface TestSetup {
  readonly directory: string;
  readonly path: string;
  readonly later: string;
}

let places = 0;

function placed(): TestSetup {
  const directory = join(scratch, String((places += 1)));
  mkdirSync(directory);
  const path = join(directory, 'a.db');
  writeFileSync(path, 'a');
  return { directory, path, later: join(directory, 'a.db-wal') };
}

const LOSSES: Record<string, { lose: (place: TestSetup) => void; problem: RegExp }> = {
  'a file that is deleted': { lose: ({ path }) => rmSync(path), problem: /deleted or moved away/ },
  'a file that is replaced by its copy': {
    lose({ path }) {
      renameSync(path, `${path}.away`);
      copyFileSync(`${path}.away`, path);
    },
    problem: /replaced by another file/,
  },
  'a file that came later and is deleted': {
    lose: ({ later }) => rmSync(later),
    problem: /deleted or moved away/,
  },
  'a directory that is moved away': {
    lose: ({ directory }) => renameSync(directory, `${directory}.away`),
    problem: /deleted or moved away/,
  },
  'a directory whose modification time is set back after the loss': {
    lose({ directory, path }) {
      rmSync(path);
      utimesSync(directory, 1, 1);
    },
    problem: /deleted or moved away/,
  },
};

/** Times of a directory this old tell each later change. */
const SETTLED_MS = 80;

describe.each(Object.entries(LOSSES))('%s', (_name, { lose, problem }) => {
  it.each([0, SETTLED_MS])('is noticed at once, %i ms after the last change', async (wait) => {
    const place = placed();
    const files = createFileWatch([place.path, place.later]);
    writeFileSync(place.later, 'b');
    expect(files.check()).toBeUndefined();
    await sleep(wait);
    expect(files.check()).toBeUndefined();
    lose(place);
    expect(files.check()).toMatch(problem);
    expect(files.check()).toMatch(problem);
  });
});

it('accepts files that are back, and other files beside them', async () => {
  const { path, directory } = placed();
  const files = createFileWatch([path]);
  await sleep(SETTLED_MS);
  expect(files.check()).toBeUndefined();
  renameSync(path, join(directory, 'away'));
  expect(files.check()).toMatch(/deleted/);
  renameSync(join(directory, 'away'), path);
  writeFileSync(join(directory, 'other'), 'c');
  expect(files.check()).toBeUndefined();
});
