import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, statSync, rmSync } from 'node:fs';
import { resolve, join, dirname, basename } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { VARIABLES } from './agent-paths.ts';
import { createFileReader, PERMISSIONS } from './file-reader.ts';
import { requirePathInsideAgent, requireVersion, hashContents } from './file-version.ts';
import { openHeldFolder, resolveHeldFile } from './held-folder.ts';
import { listPathsBelow } from './paths-below.ts';
import { isPathWithin, resolveLinksInPath } from './real-path.ts';
import { watchFolder } from './watch-folder.ts';
import { createFileDurably, replaceFile, syncFolder } from './write-file.ts';

const PRIVATE_MODE = 0o600;

/** Stores an agent in a folder. Writers in this process never overwrite each other's changes. */
export function fileStorage(folder: string): AgentStorage {
  return createFileStorage(folder, undefined);
}

/**
 * Stores an agent in a folder below `root`. A symbolic link that leads out of `root` throws
 * `FolderError`, even if the link is created while a file is read or written.
 */
export function confinedStorage(folder: string, root: string): AgentStorage {
  const storage = createFileStorage(folder, root);
  const isInside = (path: string): boolean => {
    const real = resolveLinksInPath(join(storage.directory, path));
    return real !== undefined && isPathWithin(root, real);
  };
  return { ...storage, list: async (under) => (await storage.list(under)).filter(isInside) };
}

function createFileStorage(folder: string, root: string | undefined): AgentStorage {
  const directory = resolve(folder);
  const read = createFileReader(directory, root);

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
      const real =
        root === undefined
          ? makeFolderAndResolveFile(named, version)
          : resolveHeldFile(root, named);
      using held = root === undefined ? undefined : openHeldFolder(root, dirname(real), true);
      const file = held ? join(held.path, basename(real)) : real;
      const newMode = basename(path) === VARIABLES ? PRIVATE_MODE : mode;
      const permissions = version === undefined ? newMode : statSync(file).mode & PERMISSIONS;
      const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}`);
      try {
        await createFileDurably(temporary, contents, permissions);
        // Nothing else runs in this process between this check and the replacement of the file.
        requireVersion(named, read(path)?.version, version);
        held?.requireSame();
        replaceFile(temporary, file, version === undefined);
      } finally {
        rmSync(temporary, { force: true });
      }
      await syncFolder(dirname(file));
      return hashContents(contents);
    },
    async remove(path, version) {
      const named = join(directory, path);
      requireVersion(named, read(path)?.version, version);
      using held = root === undefined ? undefined : openHeldFolder(root, dirname(named), false);
      const file = held ? join(held.path, basename(named)) : named;
      rmSync(file);
      await syncFolder(dirname(file));
    },
    watch: (onChange) => watchFolder(directory, onChange),
  };
}

/**
 * Returns the path of the file to replace, after creating its folder. If the file is a link, its
 * target is replaced.
 */
function makeFolderAndResolveFile(named: string, version: string | undefined): string {
  mkdirSync(dirname(named), { recursive: true });
  return version === undefined ? named : realpathSync(named);
}
