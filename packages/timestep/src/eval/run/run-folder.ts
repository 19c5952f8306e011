import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock, isLocked } from '#engine/runner';
import { EvalError, getErrorMessage, withWriteErrors } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';

/** Throws `EvalError` if a folder already contains a run or the results of one. */
export function requireFolderWithoutRun(outdir: string): void {
  if (existsSync(join(outdir, 'run_meta.json'))) {
    const message = `${outdir} already contains a run: resume it, or choose another folder`;
    throw new EvalError('run-exists', message);
  }
  const results = statSync(join(outdir, 'results.jsonl'), { throwIfNoEntry: false });
  if (results === undefined || results.size === 0) return;
  const message = `${outdir} contains results of an unfinished run without run_meta.json: choose another folder`;
  throw new EvalError('run-exists', message);
}

/** Creates and locks a folder. The returned function, or the end of the process, unlocks it. */
export function lockRunFolder(outdir: string): () => void {
  withWriteErrors(outdir, () => mkdirSync(outdir, { recursive: true }));
  const path = join(outdir, 'run.lock');
  if (isLocked(path)) {
    const message = `another process is writing to ${outdir}: wait until it has finished, or choose another folder`;
    throw new EvalError('run-in-use', message);
  }
  try {
    const lock = acquireLock(path);
    return () => lock.close();
  } catch (thrown) {
    const why = getErrorMessage(thrown);
    const message = `cannot lock ${path} (${why}): wait for the process that holds the lock, or choose another folder`;
    throw new EvalError('run-in-use', message, { cause: thrown });
  }
}

/** Writes `run_meta.json` atomically, so that the run can always be resumed. */
export function writeMeta(outdir: string, meta: RunMeta): void {
  const path = join(outdir, 'run_meta.json');
  withWriteErrors(path, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(meta, undefined, 2)}\n`);
    renameSync(`${path}.new`, path);
  });
}
