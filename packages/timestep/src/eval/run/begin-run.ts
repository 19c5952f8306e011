import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EvalError } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';
import { readMeta } from '../report/read-run.ts';
import { digestOf } from '../tasks/digest-of.ts';
import { dropBroken, openResults, readResults, type ResultsFile } from './results-file.ts';
import { claimRunFolder, refuseRunIn } from './run-folder.ts';
import { writeMeta } from './write-meta.ts';

export interface BegunRun {
  readonly meta: RunMeta;
  readonly results: ResultsFile;
  /** Keys of the trials that are recorded and must not run again; see `keyOf`. */
  readonly finished: ReadonlySet<string>;
  /** Lets another process run into the folder. */
  readonly end: () => void;
}

export interface BeginOptions {
  readonly resume: boolean;
  readonly retryErrors: boolean;
}

/** Begins a run or continues one. Throws `EvalError` where it can do neither. */
export function beginRun(outdir: string, meta: RunMeta, options: BeginOptions): BegunRun {
  const { resume, retryErrors } = options;
  const isGoingOn = resume && existsSync(join(outdir, 'run_meta.json'));
  if (isGoingOn) resumed(outdir, meta);
  else refuseRunIn(outdir);
  const release = claimRunFolder(outdir);
  try {
    const rowsPath = join(outdir, 'results.jsonl');
    if (!isGoingOn) {
      // Another process may have begun a run since the first check.
      refuseRunIn(outdir);
      writeMeta(outdir, meta);
      return { meta, results: openResults(rowsPath), finished: new Set(), end: release };
    }
    const before = resumed(outdir, meta);
    const results = openResults(rowsPath);
    results.close();
    const dropped = retryErrors ? dropBroken(rowsPath) : 0;
    const begun = dropped === 0 ? before : { ...before, retried: (before.retried ?? 0) + dropped };
    if (dropped > 0) writeMeta(outdir, begun);
    const finished = new Set<string>();
    for (const { task_id, trial } of readResults(rowsPath)) finished.add(keyOf(task_id, trial));
    return { meta: begun, results: openResults(rowsPath), finished, end: release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** What must be the same in both parts of a run that was interrupted. */
const SAME = [
  'tasks_sha256',
  'trials',
  'seed',
  'agent',
  'environment',
  'tools_available',
  'graders',
  'agent_timeout_s',
] as const;

function resumed(outdir: string, meta: RunMeta): RunMeta {
  const before = readMeta(outdir);
  const changed = SAME.find((name) => digestOf(before[name]) !== digestOf(meta[name]));
  if (changed === undefined) return before;
  const had = JSON.stringify(before[changed]) ?? 'none';
  const message = `the run in ${outdir} had another ${changed} (${had}): use the same, or choose another folder`;
  throw new EvalError('bad-run', message);
}

export function keyOf(taskId: string, trial: number): string {
  return `${trial} ${taskId}`;
}
