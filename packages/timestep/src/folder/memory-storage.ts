import { posix } from 'node:path';
import type { AgentStorage } from '../port/index.ts';
import { checkPath, checkVersion, versionOf } from './version-of.ts';

/** What an agent in memory is beside its files. */
export interface MemoryStorageOptions {
  /** What messages call the place of the files. Default `memory`. */
  readonly location?: string;
  /** The folder in which commands of the agent are started. Default: that of the process. */
  readonly directory?: string;
}

/**
 * Keeps the files of an agent for as long as the process lives, for agents that are made by a program
 * and looked at or saved by it.
 */
export function memoryStorage(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryStorageOptions = {},
): AgentStorage {
  const { location = 'memory', directory = process.cwd() } = options;
  const kept = new Map<string, Uint8Array>();
  const watchers = new Set<() => void>();
  for (const [path, contents] of Object.entries(files)) {
    checkPath(path);
    kept.set(path, bytesOf(contents));
  }
  const versionAt = (path: string): string | undefined => {
    const contents = kept.get(path);
    return contents && versionOf(contents);
  };
  const changed = (): void => watchers.forEach((onChange) => onChange());

  return {
    location,
    directory,
    async list(under = '') {
      const within = under === '' ? '' : `${under}/`;
      return [...kept.keys()].filter((path) => path.startsWith(within)).toSorted();
    },
    async read(path) {
      checkPath(path);
      const contents = kept.get(path);
      // A copy, so that a change of what was read does not change what is kept.
      return contents && { path, contents: contents.slice(), version: versionOf(contents) };
    },
    async write(path, contents, { version }) {
      checkPath(path);
      checkVersion(posix.join(location, path), versionAt(path), version);
      kept.set(path, bytesOf(contents));
      changed();
      return versionOf(contents);
    },
    async remove(path, version) {
      checkPath(path);
      checkVersion(posix.join(location, path), versionAt(path), version);
      kept.delete(path);
      changed();
    },
    watch(onChange) {
      // A function of its own, so that one that is given twice is called twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

function bytesOf(contents: string | Uint8Array): Uint8Array {
  return typeof contents === 'string' ? new TextEncoder().encode(contents) : contents.slice();
}
