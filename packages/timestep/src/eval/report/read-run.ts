import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EvalError } from '../eval-error.ts';
import { parseStoredJson } from '../json-text.ts';
import { readResults } from '../run/results-file.ts';
import type { RunMeta } from '../run-meta.ts';
import type { TrialRow } from '../trial.ts';
import { createReport, type Report } from './report.ts';

/** A run that is stored in a folder. */
export interface StoredRun {
  readonly meta: RunMeta;
  readonly rows: () => Iterable<TrialRow>;
}

/** Opens the run in a folder. Throws `EvalError` if the folder contains no run. */
export function readRun(outdir: string): StoredRun {
  return { meta: readMeta(outdir), rows: () => readResults(join(outdir, 'results.jsonl')) };
}

/** Reads `run_meta.json`. Throws `EvalError` if the file is missing or invalid. */
export function readMeta(outdir: string): RunMeta {
  const path = join(outdir, 'run_meta.json');
  if (!existsSync(path)) {
    throw new EvalError('bad-run', `${outdir} contains no run: it has no run_meta.json`);
  }
  return parseStoredJson(readFileSync(path, 'utf8'), path) as RunMeta;
}

/** Reads the run that is stored in a folder, and returns its report. Writes no file. */
export function report(outdir: string): Report {
  const { meta, rows } = readRun(outdir);
  return createReport(meta, rows());
}
