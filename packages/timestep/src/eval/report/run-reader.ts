import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describeTooDeep, isNestedTooDeep, MAX_MESSAGE_DEPTH } from '#core';
import { isLocked } from '#engine/runner';
import { EvalError } from '../eval-error.ts';
import type { RunMeta } from '../run-meta.ts';
import { buildTrialKey, type TrialRow } from '../trial.ts';
import { CHUNK_BYTES, createLineSplitter } from '../run/whole-lines.ts';
import { readMeta } from './read-run.ts';

/** A row of a run without its transcript. */
export type TrialSummary = Omit<TrialRow, 'messages'>;

/** The trials of a run that were recorded so far. */
export interface RecordedRun {
  readonly meta: RunMeta;
  /** One row per task and trial. If a trial was run more than once, the last row counts. */
  readonly rows: readonly TrialSummary[];
  /** Whether a process is still running trials of this run. */
  readonly isGoing: boolean;
}

/** Reads the results of an evaluation run, also while the run is still in progress. */
export interface RunReader {
  /** Reads the rows added since the last call. Throws `EvalError` if there is no run. */
  read(): Promise<RecordedRun>;
  /** Reads the row of a trial with its transcript. Undefined if the trial is not recorded. */
  trial(taskId: string, trial: number): Promise<TrialRow | undefined>;
}

interface IndexedRow {
  readonly row: TrialSummary;
  readonly from: number;
  readonly length: number;
}

interface ResultsIndex {
  readonly file: number;
  read: number;
  readonly rows: Map<string, IndexedRow>;
}

/** Creates a reader that parses each row once and leaves transcripts in the file. */
export function createRunReader(outdir: string): RunReader {
  const path = join(outdir, 'results.jsonl');
  let known: ResultsIndex | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function indexNewRows(): Promise<void> {
    const file = await openIfExists(path);
    if (!file) {
      known = undefined;
      return;
    }
    try {
      const { ino, size } = await file.stat();
      // The inode changes if trials are run again, because the file is then replaced.
      if (known?.file !== ino || size < known.read) known = { file: ino, read: 0, rows: new Map() };
      await indexNewLines(file, known, size);
    } finally {
      await file.close();
    }
  }

  function queueIndexUpdate(): Promise<void> {
    reading = reading.then(indexNewRows, indexNewRows);
    return reading;
  }

  return {
    async read() {
      const meta = readMeta(outdir);
      await queueIndexUpdate();
      const rows = [...(known?.rows.values() ?? [])].map(({ row }) => row);
      return { meta, rows, isGoing: isLocked(join(outdir, 'run.lock')) };
    },
    async trial(taskId, trial) {
      await queueIndexUpdate();
      const kept = known?.rows.get(buildTrialKey(taskId, trial));
      const file = kept && (await openIfExists(path));
      if (!file) return undefined;
      try {
        const bytes = Buffer.allocUnsafe(kept.length);
        await file.read(bytes, 0, kept.length, kept.from);
        return parseRow(bytes);
      } finally {
        await file.close();
      }
    },
  };
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

async function indexNewLines(file: FileHandle, known: ResultsIndex, size: number): Promise<void> {
  const split = createLineSplitter();
  for (let at = known.read; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    for (const line of split(buffer.subarray(0, bytesRead))) addTrialRowToIndex(known, line);
  }
}

function addTrialRowToIndex(known: ResultsIndex, line: Buffer): void {
  const from = known.read;
  known.read += line.length + 1;
  if (line.length === 0) return;
  const { messages: _messages, ...row } = parseRow(line);
  const key = buildTrialKey(row.task_id, row.trial);
  known.rows.delete(key);
  known.rows.set(key, { row, from, length: line.length });
}

/** Parses a line of the file of trials. Throws an error that names the mistake. */
function parseRow(line: Buffer): TrialRow {
  const text = line.toString('utf8');
  if (isNestedTooDeep(text, MAX_MESSAGE_DEPTH)) {
    throw new EvalError(
      'bad-run',
      `a trial of the run cannot be read, because it is ${describeTooDeep(MAX_MESSAGE_DEPTH)}`,
    );
  }
  return JSON.parse(text) as TrialRow;
}
