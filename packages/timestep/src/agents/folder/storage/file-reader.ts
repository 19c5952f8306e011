import { closeSync, fstatSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { StoredFile } from '#engine/port';
import { requirePathInsideAgent, hashContents } from './file-version.ts';
import { openHeldFolder, openHeldFile, resolveHeldFile } from './held-folder.ts';
import { readUnlessMissing } from './paths-below.ts';

export const PERMISSIONS = 0o777;

/** Milliseconds within which two changes of a file can have equal timestamps. */
const SAME_TIME_MS = 1000;

type ReadFile = (path: string) => StoredFile | undefined;

/** Reads files of a folder. Throws `FolderError` if a link leads out of `root`. */
export function createFileReader(directory: string, root?: string): ReadFile {
  const known = new Map<string, { readonly stamp: string; readonly file: StoredFile }>();

  function readFileUnlessKnown(
    path: string,
    stats: BigIntStats | undefined,
    opened: string | number,
  ): StoredFile | undefined {
    if (!stats?.isFile()) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = stats;
    const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
    const before = known.get(path);
    if (before?.stamp === stamp) return before.file;
    const contents = readFileSync(opened);
    const mode = Number(stats.mode) & PERMISSIONS;
    const file: StoredFile = { path, contents, version: hashContents(contents), mode };
    const isSettled = Date.now() - Number(stats.ctimeMs) > SAME_TIME_MS;
    if (isSettled) known.set(path, { stamp, file });
    else known.delete(path);
    return file;
  }

  function readFileWithin(outermost: string, path: string, named: string): StoredFile | undefined {
    const real = resolveHeldFile(outermost, named);
    using folder = openHeldFolder(outermost, dirname(real), false);
    const opened = openHeldFile(folder, basename(real));
    try {
      return readFileUnlessKnown(path, fstatSync(opened, { bigint: true }), opened);
    } finally {
      closeSync(opened);
    }
  }

  return (path) => {
    requirePathInsideAgent(path);
    const name = join(directory, path);
    return readUnlessMissing(name, ['ENOENT', 'ENOTDIR'], () =>
      root === undefined
        ? readFileUnlessKnown(path, statSync(name, { bigint: true, throwIfNoEntry: false }), name)
        : readFileWithin(root, path, name),
    );
  };
}
