import { realpathSync, lstatSync } from 'node:fs';
import { join, dirname, basename, sep } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { FolderError } from '#agents/folder';

/** Confines a storage to files inside `root`. Other access throws `FolderError`. */
export function confineStorage(storage: AgentStorage, root: string): AgentStorage {
  const isInside = (path: string): boolean => {
    const place = resolveRealPath(join(storage.directory, path));
    return place !== undefined && isPathWithin(root, place);
  };
  const requireInside = (path: string): string => {
    if (isInside(path)) return path;
    const message = `${join(storage.location, path)} is a link to a file outside the workspace: replace it with a file`;
    throw new FolderError(message);
  };
  return {
    ...storage,
    list: async (under) => (await storage.list(under)).filter(isInside),
    read: async (path) => storage.read(requireInside(path)),
    write: async (path, contents, options) => storage.write(requireInside(path), contents, options),
    remove: async (path, version) => storage.remove(requireInside(path), version),
  };
}

/** Resolves links in a path that need not exist yet; undefined for a link to a missing target. */
export function resolveRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOENT' || lstatSync(path, { throwIfNoEntry: false })) return undefined;
    const outer = resolveRealPath(dirname(path));
    return outer === undefined ? undefined : join(outer, basename(path));
  }
}

export function isPathWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
