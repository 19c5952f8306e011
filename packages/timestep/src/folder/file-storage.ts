import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { AgentStorage, StoredFile } from '../port/index.ts';
import { VARIABLES } from './agent-paths.ts';
import { FolderError } from './folder-error.ts';
import { pathsBelow } from './paths-below.ts';
import { checkPath, checkVersion, versionOf } from './version-of.ts';
import { watchFolder } from './watch-folder.ts';

/** Permissions of files that hold secrets. */
const PRIVATE_MODE = 0o600;
const PERMISSIONS = 0o777;
/** File systems give changes within this time the same time stamp. */
const SAME_TIME_MS = 1000;

/**
 * Keeps the files of an agent in a folder, which need not exist yet. Two writers of this process never
 * overwrite each other's changes; of two processes, one would have to write in the instant between the
 * last look at a file and its replacement.
 */
export function fileStorage(folder: string): AgentStorage {
  const directory = resolve(folder);
  const read = storedFileReader(directory);

  return {
    location: directory,
    directory,
    async list(under = '') {
      if (under !== '') checkPath(under);
      return pathsBelow(directory, under);
    },
    async read(path) {
      const file = read(path);
      // A copy, so that a change of what was read does not change what is known.
      return file && { ...file, contents: file.contents.slice() };
    },
    async write(path, contents, { version, mode }) {
      const named = join(directory, path);
      checkVersion(named, read(path)?.version, version);
      mkdirSync(dirname(named), { recursive: true });
      // A link stays a link: what it leads to is replaced.
      const file = version === undefined ? named : realpathSync(named);
      const permissions = version === undefined ? newMode(path, mode) : modeOf(file);
      const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}`);
      try {
        await writeDurably(temporary, contents, permissions);
        // Nothing else of this process runs between this look and the replacement.
        checkVersion(named, read(path)?.version, version);
        replace(temporary, file, version === undefined);
      } finally {
        rmSync(temporary, { force: true });
      }
      await syncFolder(dirname(file));
      return versionOf(contents);
    },
    async remove(path, version) {
      const file = join(directory, path);
      checkVersion(file, read(path)?.version, version);
      rmSync(file);
      await syncFolder(dirname(file));
    },
    watch: (onChange) => watchFolder(directory, onChange),
  };
}

/** Reads files of a folder; one that has not changed since is not read again. */
export function storedFileReader(directory: string): (path: string) => StoredFile | undefined {
  const known = new Map<string, { readonly stamp: string; readonly file: StoredFile }>();
  return (path) => {
    checkPath(path);
    const name = join(directory, path);
    try {
      const stats = statSync(name, { bigint: true, throwIfNoEntry: false });
      if (!stats?.isFile()) return undefined;
      const { dev, ino, size, mtimeNs, ctimeNs } = stats;
      const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
      const before = known.get(path);
      if (before?.stamp === stamp) return before.file;
      const contents = readFileSync(name);
      const mode = Number(stats.mode) & PERMISSIONS;
      const file: StoredFile = { path, contents, version: versionOf(contents), mode };
      const isSettled = Date.now() - Number(stats.ctimeMs) > SAME_TIME_MS;
      if (isSettled) known.set(path, { stamp, file });
      else known.delete(path);
      return file;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return undefined;
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new FolderError(`${name} cannot be read: ${why}`);
    }
  };
}

function newMode(path: string, mode: number | undefined): number | undefined {
  return basename(path) === VARIABLES ? PRIVATE_MODE : mode;
}

function modeOf(file: string): number {
  return statSync(file).mode & PERMISSIONS;
}

async function writeDurably(
  file: string,
  contents: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  const handle = await open(file, 'wx', mode ?? 0o666);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The mask of the process may have taken permissions from a file that had them.
  if (mode !== undefined) chmodSync(file, mode);
}

function replace(temporary: string, file: string, isNew: boolean): void {
  if (!isNew) return renameSync(temporary, file);
  try {
    linkSync(temporary, file);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') checkVersion(file, '', undefined);
    // Some file systems have no links.
    renameSync(temporary, file);
  }
}

/** Writes down the names of a folder, where the system can do so. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const cannot = ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'];
    if (!cannot.includes(codeOf(thrown) ?? '')) throw thrown;
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
