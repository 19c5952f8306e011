import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunReader, RunMeta } from '#eval';
import type { EvalRunListItem } from '#people/view';
import { toRunListItem } from './to-eval-run.ts';

/** Maximum number of evaluation runs in the cache; the least recently used run is evicted first. */
const MAX_CACHED_RUNS = 16;

/** Eval runs stored below a folder, one subfolder per run. */
export interface RunFolders {
  readonly folder: string;
  /** Lists evaluation runs, newest first, without folders that contain no readable run. */
  list(): Promise<EvalRunListItem[]>;
  /** Returns a reader of a run; undefined if the name is not a plain folder name. */
  run(name: string): Promise<RunReader | undefined>;
}

export function openRunFolders(folder: string): RunFolders {
  const cachedRuns = new Map<string, RunReader>();

  async function readRunListItemIfRun(name: string): Promise<EvalRunListItem[]> {
    try {
      const text = await readFile(join(folder, name, 'run_meta.json'), 'utf8');
      return [toRunListItem(name, JSON.parse(text) as RunMeta)];
    } catch {
      // Folders that do not contain a run are ignored.
      return [];
    }
  }

  return {
    folder,
    async list() {
      const names = await listFolderEntries(folder, (entry) => !entry.isFile());
      const lines = await Promise.all(names.map(readRunListItemIfRun));
      return lines.flat().toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
    async run(name) {
      if (basename(name) !== name || name.startsWith('.') || name.includes('\0')) return undefined;
      const { createRunReader } = await import('#eval');
      const run = cachedRuns.get(name) ?? createRunReader(join(folder, name));
      cachedRuns.delete(name);
      cachedRuns.set(name, run);
      const [oldest] = cachedRuns.keys();
      if (cachedRuns.size > MAX_CACHED_RUNS && oldest !== undefined) cachedRuns.delete(oldest);
      return run;
    },
  };
}

/** Lists the names of matching entries of a folder; empty if the folder does not exist yet. */
export async function listFolderEntries(
  folder: string,
  isWanted: (entry: Dirent) => boolean,
): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(isWanted).map(({ name }) => name);
  } catch {
    return [];
  }
}
