import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openHeldFolder, openHeldFile } from './held-folder.ts';

/** A folder with a file `a` beside a folder that its owner may not leave. */
function createFolders() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'held-')));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  const folder = join(root, 'rules');
  mkdirSync(folder, { recursive: true });
  mkdirSync(outside);
  for (const one of [folder, outside]) writeFileSync(join(one, 'a'), one);
  return { root, folder, outside, kept: join(base, 'kept') };
}

/** Where paths cannot start at an open folder. */
const NO_OPEN_FILES = '/nowhere';

it.each(['replaced', 'replaced for a moment'])(
  'refuses a file of a folder that is %s by a link, where paths cannot start at a folder',
  (how) => {
    const { root, folder, outside, kept } = createFolders();
    using held = openHeldFolder(root, folder, false, NO_OPEN_FILES);
    renameSync(folder, kept);
    symlinkSync(outside, folder);
    const restored = {
      ...held,
      requireSame(file: { name: string; opened: number }) {
        if (how === 'replaced for a moment') {
          rmSync(folder);
          renameSync(kept, folder);
        }
        held.requireSame(file);
      },
    };
    expect(() => openHeldFile(restored as typeof held, 'a')).toThrow('is a link');
  },
);

it('opens a file of a folder that stays, where paths cannot start at a folder', () => {
  const { root, folder } = createFolders();
  using held = openHeldFolder(root, folder, false, NO_OPEN_FILES);
  const opened = openHeldFile(held, 'a');
  onTestFinished(() => closeSync(opened));
  expect(readFileSync(opened, 'utf8')).toBe(folder);
});
