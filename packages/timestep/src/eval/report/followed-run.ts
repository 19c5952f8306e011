import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocked } from '../../runner/index.ts';
import type { RunMeta } from '../run-meta.ts';
import type { TrialRow } from '../trial.ts';
import { readMeta } from './read-run.ts';

/** A row without its transcript. */
export type TrialSummary = Omit<TrialRow, 'messages'>;

/** A run as far as it is recorded. */
export interface RecordedRun {
  readonly meta: RunMeta;
  /** By task and trial; the last row of a trial that was run again. */
  readonly rows: readonly TrialSummary[];
  /** True while a process runs into the folder. */
  readonly isGoing: boolean;
}

/** A run that may still grow. */
export interface FollowedRun {
  /** Reads what has been added since the last time. Throws `EvalError` where the folder holds no run. */
  read(): Promise<RecordedRun>;
  /** A row with its transcript, which is read from the file; `undefined` where it is not recorded. */
  trial(taskId: string, trial: number): Promise<TrialRow | undefined>;
}

interface KeptRow {
  readonly row: TrialSummary;
  readonly from: number;
  readonly length: number;
}

/** What is known of a file: which it is, how far it was read, and its rows. */
interface Known {
  readonly file: number;
  read: number;
  readonly rows: Map<string, KeptRow>;
}

const LINE_FEED = 0x0a;
const BYTES_AT_A_TIME = 1024 * 1024;

/**
 * Follows the run of a folder. Each row of its results is read once, however often it is looked at; transcripts
 * are left in the file until their trial is asked for.
 */
export function followRun(outdir: string): FollowedRun {
  const path = join(outdir, 'results.jsonl');
  let known: Known | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function readOn(): Promise<void> {
    const file = await opened(path);
    if (!file) {
      known = undefined;
      return;
    }
    try {
      const { ino, size } = await file.stat();
      // Trials that are run again are taken out of the file, which is then another one.
      if (known?.file !== ino || size < known.read) known = { file: ino, read: 0, rows: new Map() };
      await addLines(file, known, size);
    } finally {
      await file.close();
    }
  }

  function upToDate(): Promise<void> {
    reading = reading.then(readOn, readOn);
    return reading;
  }

  return {
    async read() {
      const meta = readMeta(outdir);
      await upToDate();
      const rows = [...(known?.rows.values() ?? [])].map(({ row }) => row);
      return { meta, rows, isGoing: isLocked(join(outdir, 'run.lock')) };
    },
    async trial(taskId, trial) {
      await upToDate();
      const kept = known?.rows.get(keyOf(taskId, trial));
      const file = kept && (await opened(path));
      if (!file) return undefined;
      try {
        const bytes = Buffer.allocUnsafe(kept.length);
        await file.read(bytes, 0, kept.length, kept.from);
        return JSON.parse(bytes.toString('utf8')) as TrialRow;
      } finally {
        await file.close();
      }
    },
  };
}

function keyOf(taskId: string, trial: number): string {
  return `${trial} ${taskId}`;
}

/** `undefined` where there is no such file. */
async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** Adds the whole lines between what is known and the end; a line that is being written is left for later. */
async function addLines(file: FileHandle, known: Known, size: number): Promise<void> {
  let begun: Buffer[] = [];
  for (let at = known.read; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(BYTES_AT_A_TIME, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    let from = 0;
    for (;;) {
      const end = buffer.subarray(0, bytesRead).indexOf(LINE_FEED, from);
      if (end === -1) break;
      addRow(known, Buffer.concat([...begun, buffer.subarray(from, end)]));
      begun = [];
      from = end + 1;
    }
    begun.push(buffer.subarray(from, bytesRead));
  }
}

function addRow(known: Known, line: Buffer): void {
  const from = known.read;
  known.read += line.length + 1;
  if (line.length === 0) return;
  const { messages: _messages, ...row } = JSON.parse(line.toString('utf8')) as TrialRow;
  const key = keyOf(row.task_id, row.trial);
  known.rows.delete(key);
  known.rows.set(key, { row, from, length: line.length });
}
