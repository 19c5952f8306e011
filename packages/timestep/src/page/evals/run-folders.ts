import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FollowedRun, RunMeta } from '../../eval/index.ts';
import type { EvalRunLine } from '../../view/index.ts';

/** Runs whose rows are kept in memory; the one that was asked for longest ago goes first. */
const MOST_KEPT = 16;

/** The runs below a folder, each in a folder of its own. */
export interface RunFolders {
  readonly folder: string;
  /** The newest first. Folders without a readable run are left out. */
  list(): Promise<EvalRunLine[]>;
  /** `undefined` where the name is not one of a run's folder. */
  run(name: string): Promise<FollowedRun | undefined>;
}

export function openRunFolders(folder: string): RunFolders {
  const kept = new Map<string, FollowedRun>();

  async function lineIn(name: string): Promise<EvalRunLine[]> {
    try {
      const text = await readFile(join(folder, name, 'run_meta.json'), 'utf8');
      return [runLine(name, JSON.parse(text) as RunMeta)];
    } catch {
      // Other folders may lie beside those of runs.
      return [];
    }
  }

  return {
    folder,
    async list() {
      const lines = await Promise.all((await foldersIn(folder)).map(lineIn));
      return lines.flat().toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    },
    async run(name) {
      if (basename(name) !== name || name.startsWith('.') || name.includes('\0')) return undefined;
      const { followRun } = await import('../../eval/index.ts');
      const run = kept.get(name) ?? followRun(join(folder, name));
      kept.delete(name);
      kept.set(name, run);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return run;
    },
  };
}

/** None where the folder is not there yet. */
async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

export function runLine(name: string, meta: RunMeta): EvalRunLine {
  const { agent, tasks_path, tasks_sha256, started_at, ended_at } = meta;
  return {
    name,
    agent,
    suite: tasks_path?.split(/[/\\]/).at(-1) ?? `tasks ${tasks_sha256.slice(0, 12)}`,
    tasksDigest: tasks_sha256,
    startedAt: started_at,
    ...(ended_at !== undefined && { endedAt: ended_at }),
  };
}
