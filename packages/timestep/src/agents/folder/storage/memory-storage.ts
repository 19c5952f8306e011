import { posix } from 'node:path';
import type { AgentStorage } from '#engine/port';
import { requirePathInsideAgent, requireVersion, hashContents } from './file-version.ts';

/** Options of an agent in memory. */
export interface MemoryStorageOptions {
  /** Location of the agent in messages. Default: `memory`. */
  readonly location?: string;
  /** Working directory of the agent's commands. Default: the directory of the process. */
  readonly directory?: string;
}

/** Creates a storage that holds an agent's files in memory. */
export function memoryStorage(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryStorageOptions = {},
): AgentStorage {
  const { location = 'memory', directory = process.cwd() } = options;
  const kept = new Map<string, Uint8Array>();
  const watchers = new Set<() => void>();
  for (const [path, contents] of Object.entries(files)) {
    requirePathInsideAgent(path);
    kept.set(path, toBytes(contents));
  }
  const getVersion = (path: string): string | undefined => {
    const contents = kept.get(path);
    return contents && hashContents(contents);
  };
  const notifyChange = (): void => watchers.forEach((onChange) => onChange());

  return {
    location,
    directory,
    async list(under = '') {
      const within = under === '' ? '' : `${under}/`;
      return [...kept.keys()].filter((path) => path.startsWith(within)).toSorted();
    },
    async read(path) {
      requirePathInsideAgent(path);
      const contents = kept.get(path);
      // The contents are copied, so that callers cannot modify the stored file.
      return contents && { path, contents: contents.slice(), version: hashContents(contents) };
    },
    async write(path, contents, { version }) {
      requirePathInsideAgent(path);
      requireVersion(posix.join(location, path), getVersion(path), version);
      kept.set(path, toBytes(contents));
      notifyChange();
      return hashContents(contents);
    },
    async remove(path, version) {
      requirePathInsideAgent(path);
      requireVersion(posix.join(location, path), getVersion(path), version);
      kept.delete(path);
      notifyChange();
    },
    watch(onChange) {
      // A wrapper function is stored, so that a function that subscribes twice is called twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

function toBytes(contents: string | Uint8Array): Uint8Array {
  return typeof contents === 'string' ? new TextEncoder().encode(contents) : contents.slice();
}
