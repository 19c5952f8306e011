import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, statSync, rmSync } from 'node:fs';
import { resolve, join, dirname, basename } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { VARIABLES } from './agent-paths.ts';
import { createFileReader, PERMISSIONS } from './file-reader.ts';
import { requirePathInsideAgent, requireVersion, hashContents } from './file-version.ts';
import { listPathsBelow } from './paths-below.ts';
import { watchFolder } from './watch-folder.ts';
import { writeDurably, replaceFile, syncFolder } from './write-file.ts';

const PRIVATE_MODE = 0o600;

/** Stores an agent in a folder. Writers in this process never overwrite each other's changes. */
export function fileStorage(folder: string): AgentStorage {
  const directory = resolve(folder);
  const read = createFileReader(directory);

  return {
    location: directory,
    directory,
    async list(under = '') {
      if (under !== '') requirePathInsideAgent(under);
      return listPathsBelow(directory, under);
    },
    async read(path) {
      const file = read(path);
      // The contents are copied, so that callers cannot modify the cached file.
      return file && { ...file, contents: file.contents.slice() };
    },
    async write(path, contents, { version, mode }) {
      const named = join(directory, path);
      requireVersion(named, read(path)?.version, version);
      mkdirSync(dirname(named), { recursive: true });
      // A symbolic link is preserved, and its target is replaced.
      const file = version === undefined ? named : realpathSync(named);
      const newMode = basename(path) === VARIABLES ? PRIVATE_MODE : mode;
      const permissions = version === undefined ? newMode : statSync(file).mode & PERMISSIONS;
      const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}`);
      try {
        await writeDurably(temporary, contents, permissions);
        // No other code of this process runs between this check and the replacement.
        requireVersion(named, read(path)?.version, version);
        replaceFile(temporary, file, version === undefined);
      } finally {
        rmSync(temporary, { force: true });
      }
      await syncFolder(dirname(file));
      return hashContents(contents);
    },
    async remove(path, version) {
      const file = join(directory, path);
      requireVersion(file, read(path)?.version, version);
      rmSync(file);
      await syncFolder(dirname(file));
    },
    watch: (onChange) => watchFolder(directory, onChange),
  };
}
