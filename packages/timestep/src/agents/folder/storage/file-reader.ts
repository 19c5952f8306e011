import { statSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredFile } from '#engine/port';
import { requirePathInsideAgent, hashContents } from './file-version.ts';
import { readUnlessMissing } from './paths-below.ts';

export const PERMISSIONS = 0o777;

/** Milliseconds within which two changes of a file may have the same time stamp. */
const SAME_TIME_MS = 1000;

export function createFileReader(directory: string): (path: string) => StoredFile | undefined {
  const known = new Map<string, { readonly stamp: string; readonly file: StoredFile }>();
  return (path) => {
    requirePathInsideAgent(path);
    const name = join(directory, path);
    return readUnlessMissing(name, ['ENOENT', 'ENOTDIR'], () => {
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
    });
  };
}
