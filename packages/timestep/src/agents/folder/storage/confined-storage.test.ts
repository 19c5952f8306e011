import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '../folder.fixture.ts';
import { confinedStorage } from './file-storage.ts';

const OUTSIDE = { 'a.md': 'secret' };
const REFUSED = /is a link to a file outside the workspace|ENOENT|was changed|was removed|exists/;

function stage() {
  const outside = realpathSync(createTestFolder(OUTSIDE));
  const root = realpathSync(createTestFolder({ 'guide/rules/a.md': 'inside' }));
  const storage = confinedStorage(join(root, 'guide'), root);
  return { outside, rules: join(root, 'guide/rules'), storage };
}

/** Replaces a path by a link and back, in a thread of its own, as fast as it can. */
async function swapForever(path: string, target: string): Promise<void> {
  const source = `
    const { renameSync, symlinkSync } = require('node:fs');
    const { parentPort, workerData: { path, target } } = require('node:worker_threads');
    let made = 0;
    const move = (from, to) => {
      for (;;) {
        try {
          return renameSync(from, to);
        } catch {
          // A writer created the missing folder meanwhile.
          made += 1;
          renameSync(to, to + '.made' + made);
        }
      }
    };
    symlinkSync(target, path + '.link');
    parentPort.postMessage('started');
    for (;;) {
      renameSync(path, path + '.kept');
      move(path + '.link', path);
      renameSync(path, path + '.link');
      move(path + '.kept', path);
    }`;
  const swapper = new Worker(source, { eval: true, workerData: { path, target } });
  onTestFinished(async () => void (await swapper.terminate()));
  await new Promise((resolve) => void swapper.once('message', resolve));
}

async function readOften(storage: ReturnType<typeof stage>['storage']): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let at = 0; at < 5000; at += 1) {
    const file = await storage.read('rules/a.md').catch((thrown: unknown) => String(thrown));
    seen.add(typeof file === 'string' ? file : new TextDecoder().decode(file?.contents));
  }
  return seen;
}

it.each(['folder', 'file'])(
  'reads nothing outside while a %s is replaced by a link',
  async (kind) => {
    const { outside, rules, storage } = stage();
    const isFolder = kind === 'folder';
    const [path, target] = isFolder
      ? [rules, outside]
      : [join(rules, 'a.md'), join(outside, 'a.md')];
    await swapForever(path, target);
    const seen = await readOften(storage);
    expect(seen).toContain('inside');
    expect(
      [...seen].filter((text) => !['inside', ''].includes(text) && !REFUSED.test(text)),
    ).toEqual([]);
  },
);

it('writes and removes nothing outside while a folder is replaced by a link', async () => {
  const { outside, rules, storage } = stage();
  await swapForever(rules, outside);
  const failures: string[] = [];
  let written = 0;
  for (let at = 0; at < 500; at += 1) {
    try {
      const version = await storage.write(`rules/${at}.md`, 'new', {});
      written += 1;
      if (at % 2 === 0) await storage.remove(`rules/${at}.md`, version);
    } catch (thrown) {
      failures.push(String(thrown));
    }
    expect(readdirSync(outside)).toEqual(['a.md']);
  }
  expect(written).toBeGreaterThan(0);
  expect(failures.filter((text) => !REFUSED.test(text))).toEqual([]);
  expect(readFileSync(join(outside, 'a.md'), 'utf8')).toBe('secret');
});

it('follows links inside, and makes the folders of a new file', async () => {
  const { rules, storage } = stage();
  mkdirSync(join(rules, '../shared'));
  symlinkSync('../shared', join(rules, 'more'));
  const version = await storage.write('rules/more/deep/b.md', 'new', {});
  expect(readFileSync(join(rules, '../shared/deep/b.md'), 'utf8')).toBe('new');
  symlinkSync('../shared/deep/b.md', join(rules, 'c.md'));
  expect(await storage.read('rules/c.md')).toMatchObject({ version });
  const next = await storage.write('rules/c.md', 'newer', { version });
  expect(readFileSync(join(rules, '../shared/deep/b.md'), 'utf8')).toBe('newer');
  await storage.remove('rules/c.md', next);
  expect(readdirSync(rules).toSorted()).toEqual(['a.md', 'more']);
  expect(readdirSync(join(rules, '../shared/deep'))).toEqual(['b.md']);
});

/** Returns the target of a link; empty if the link is gone. */
function resolveLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

it('keeps no file open', async () => {
  const { storage, rules } = stage();
  const folder = dirname(rules);
  // Other tests of the same process open files of their own.
  const count = () =>
    readdirSync('/dev/fd').filter((fd) => resolveLink(`/dev/fd/${fd}`).startsWith(folder)).length;
  await storage.read('rules/a.md');
  const before = count();
  for (let at = 0; at < 50; at += 1) {
    await storage.read('rules/a.md');
    await storage.write(`rules/${at}.md`, 'x', {});
    await storage.read('nothing/at/all.md');
  }
  expect(count()).toBe(before);
});
