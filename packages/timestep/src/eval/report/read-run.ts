import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EvalError } from '../eval-error.ts';
import { readResults } from '../run/results-file.ts';
import type { RunMeta } from '../run-meta.ts';
import type { TrialRow } from '../trial.ts';
import { reportOf, type Report } from './report.ts';

/** A run on disk. */
export interface StoredRun {
  readonly meta: RunMeta;
  readonly rows: () => Iterable<TrialRow>;
}

/** Opens the folder of a run. Throws `EvalError` where it holds no run. */
export function readRun(outdir: string): StoredRun {
  return { meta: readMeta(outdir), rows: () => readResults(join(outdir, 'results.jsonl')) };
}

/** The contents of `run_meta.json`. Throws `EvalError` where it is missing or cannot be read. */
export function readMeta(outdir: string): RunMeta {
  const path = join(outdir, 'run_meta.json');
  if (!existsSync(path)) {
    throw new EvalError('bad-run', `${outdir} holds no run: there is no run_meta.json in it`);
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunMeta;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new EvalError('bad-run', `${path} is not JSON: the file was changed by something else`);
  }
}

/** The report of the run in a folder. */
export function report(outdir: string): Report {
  const { meta, rows } = readRun(outdir);
  return reportOf(meta, rows());
}
