import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { heldLock, isLocked } from '../../runner/index.ts';
import { EvalError } from '../eval-error.ts';
import { written } from './written.ts';

/** Throws `EvalError` where a folder holds a run, or the results of one. */
export function refuseRunIn(outdir: string): void {
  if (existsSync(join(outdir, 'run_meta.json'))) {
    const message = `${outdir} holds a run already: continue it with resume, or choose another folder`;
    throw new EvalError('run-exists', message);
  }
  const results = statSync(join(outdir, 'results.jsonl'), { throwIfNoEntry: false });
  if (results === undefined || results.size === 0) return;
  const message = `${outdir} holds results without run_meta.json, of a run that was not ended: choose another folder`;
  throw new EvalError('run-exists', message);
}

/**
 * Makes the folder of a run where there is none, and keeps other processes from running into it
 * until the returned function is called. The lock ends with the process, also after a crash; its
 * empty file stays.
 */
export function claimRunFolder(outdir: string): () => void {
  written(outdir, () => mkdirSync(outdir, { recursive: true }));
  const path = join(outdir, 'run.lock');
  if (isLocked(path)) {
    const message = `${outdir} is being run into by another process: wait until it is done, or choose another folder`;
    throw new EvalError('run-in-use', message);
  }
  try {
    const lock = heldLock(path);
    return () => lock.close();
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `${path} cannot be locked (${why}): wait for the process that holds it, or choose another folder`;
    throw new EvalError('run-in-use', message, { cause: thrown });
  }
}
