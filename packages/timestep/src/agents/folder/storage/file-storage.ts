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
import type { AgentStorage, StoredFile } from '../../../engine/port/index.ts';
import { FolderError } from '../problem.ts';
import { VARIABLES } from './agent-paths.ts';
import { requireAgentPath, requireVersion, hashContents } from './file-version.ts';
import { listPathsBelow } from './paths-below.ts';
import { watchFolder } from './watch-folder.ts';

const PRIVATE_MODE = 0o600;
const PERMISSIONS = 0o777;
/** Milliseconds: two changes within this time may have the same time stamp. */
const SAME_TIME_MS = 1000;

/** Stores an agent in a folder. Writers in this process never overwrite each other's changes. */
export function fileStorage(folder: string): AgentStorage {
  const directory = resolve(folder);
  const read = createFileReader(directory);

  return {
    location: directory,
    directory,
    async list(under = '') {
      if (under !== '') requireAgentPath(under);
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
      // A symbolic link is preserved: its target is replaced.
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

/** Returns unchanged files from a cache. */
export function createFileReader(directory: string): (path: string) => StoredFile | undefined {
  const known = new Map<string, { readonly stamp: string; readonly file: StoredFile }>();
  return (path) => {
    requireAgentPath(path);
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
      const file: StoredFile = { path, contents, version: hashContents(contents), mode };
      const isSettled = Date.now() - Number(stats.ctimeMs) > SAME_TIME_MS;
      if (isSettled) known.set(path, { stamp, file });
      else known.delete(path);
      return file;
    } catch (thrown) {
      if (getErrorCode(thrown) === 'ENOENT' || getErrorCode(thrown) === 'ENOTDIR') return undefined;
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new FolderError(`${name} cannot be read: ${why}`);
    }
  };
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
  // The umask of the process may have removed permissions that the file had.
  if (mode !== undefined) chmodSync(file, mode);
}

function replaceFile(temporary: string, file: string, isNew: boolean): void {
  if (!isNew) return renameSync(temporary, file);
  try {
    linkSync(temporary, file);
  } catch (thrown) {
    if (getErrorCode(thrown) === 'EEXIST') requireVersion(file, '', undefined);
    // Some file systems have no hard links.
    renameSync(temporary, file);
  }
}

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
    if (!cannot.includes(getErrorCode(thrown) ?? '')) throw thrown;
  }
}

function getErrorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
