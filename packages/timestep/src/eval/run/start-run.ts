import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EvalError } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';
import { buildTrialKey } from '../trial.ts';
import { readMeta } from '../report/read-run.ts';
import { hashJson } from '../json-text.ts';
import {
  dropErroredTrials,
  openResultsFile,
  readResults,
  type ResultsFile,
} from './results-file.ts';
import { lockRunFolder, requireFolderWithoutRun, writeMeta } from './run-folder.ts';
import type { SuiteOptions } from './run-suite.ts';

export interface StartedRun {
  readonly meta: RunMeta;
  readonly results: ResultsFile;
  /** Keys of recorded trials, which must not run again. See `buildTrialKey`. */
  readonly finished: ReadonlySet<string>;
  readonly end: () => void;
}

/** Starts a run or resumes one. Throws `EvalError` if neither is possible. */
export function startRun(
  outdir: string,
  meta: RunMeta,
  options: Pick<SuiteOptions, 'resume' | 'retryErrors' | 'toolNames'>,
): StartedRun {
  const { resume = false, retryErrors = false } = options;
  const areToolsListed = options.toolNames !== undefined;
  const isGoingOn = resume && existsSync(join(outdir, 'run_meta.json'));
  if (isGoingOn) readResumableMeta(outdir, meta, areToolsListed);
  else requireFolderWithoutRun(outdir);
  const release = lockRunFolder(outdir);
  try {
    const rowsPath = join(outdir, 'results.jsonl');
    if (!isGoingOn) {
      // The folder is checked again under the lock, because another run may have started.
      requireFolderWithoutRun(outdir);
      writeMeta(outdir, meta);
      return { meta, results: openResultsFile(rowsPath), finished: new Set(), end: release };
    }
    const before = readResumableMeta(outdir, meta, areToolsListed);
    const results = openResultsFile(rowsPath);
    results.close();
    const dropped = retryErrors ? dropErroredTrials(rowsPath) : 0;
    const begun = dropped === 0 ? before : { ...before, retried: (before.retried ?? 0) + dropped };
    if (dropped > 0) writeMeta(outdir, begun);
    const finished = new Set<string>();
    for (const row of readResults(rowsPath)) finished.add(buildTrialKey(row.task_id, row.trial));
    return { meta: begun, results: openResultsFile(rowsPath), finished, end: release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

const UNCHANGEABLE_FIELDS = [
  'tasks_sha256',
  'trials',
  'seed',
  'agent',
  'environment',
  'tools_available',
  'graders',
  'agent_timeout_s',
] as const;

function readResumableMeta(outdir: string, meta: RunMeta, areToolsListed: boolean): RunMeta {
  const before = readMeta(outdir);
  const isChanged = (name: keyof RunMeta): boolean =>
    hashJson(before[name]) !== hashJson(meta[name]);
  // If a run of an earlier release lists no tools, they are not compared: it did not record all environments.
  const hasTools = !areToolsListed || before.tools_available.length > 0;
  const changed = UNCHANGEABLE_FIELDS.find(
    (name) => isChanged(name) && (hasTools || name !== 'tools_available'),
  );
  if (changed === undefined) return before;
  const had = JSON.stringify(before[changed]) ?? 'none';
  const message = `cannot resume the run in ${outdir}: it had a different ${changed} (${had}): use the same value, or choose another folder`;
  throw new EvalError('bad-run', message);
}
