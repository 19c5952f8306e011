import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { parseStoredJson } from '../json-text.ts';
import { withWriteErrors } from '../eval-error.ts';
import type { TrialRow } from '../trial.ts';
import { readWholeLines } from './whole-lines.ts';

/** File with the trials of a run: one JSON line per trial, in the order in which they ended. */
export interface ResultsFile {
  append(row: TrialRow): void;
  close(): void;
}

/**
 * Opens a results file for appending and removes an incomplete last line. Opening and `append` throw
 * `EvalError` if the file cannot be written, and leave it unchanged then.
 */
export function openResultsFile(path: string): ResultsFile {
  const file = withWriteErrors(path, () => openSync(path, 'a+'));
  let size = findEndOfLastLine(file);
  if (size < fstatSync(file).size) withWriteErrors(path, () => ftruncateSync(file, size));
  return {
    append(row) {
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      withWriteErrors(path, () => writeWholeLine(file, line, size));
      size += line.length;
    },
    close: () => closeSync(file),
  };
}

const CHUNK_BYTES = 64 * 1024;

/** Returns the offset after the last complete line. Searches backwards in the large file. */
function findEndOfLastLine(file: number): number {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let end = fstatSync(file).size; end > 0; end -= CHUNK_BYTES) {
    const from = Math.max(0, end - CHUNK_BYTES);
    const read = readSync(file, buffer, 0, end - from, from);
    const found = buffer.subarray(0, read).lastIndexOf('\n');
    if (found !== -1) return from + found + 1;
  }
  return 0;
}

function writeBytes(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Writes a whole line. If the disk is full, a partly written line is removed again. */
function writeWholeLine(file: number, line: Buffer, size: number): void {
  try {
    writeBytes(file, line);
  } catch (thrown) {
    if (fstatSync(file).size > size) ftruncateSync(file, size);
    throw thrown;
  }
}

/** Removes the rows of errored trials so that they can be run again. Returns their number. */
export function dropErroredTrials(path: string): number {
  const broken = readResults(path)
    .filter(isErrored)
    .reduce((count) => count + 1, 0);
  if (broken === 0) return 0;
  const newPath = `${path}.new`;
  withWriteErrors(newPath, () => {
    const file = openSync(newPath, 'w');
    try {
      for (const [row, line] of readRows(path))
        if (!isErrored(row)) writeBytes(file, Buffer.from(`${line}\n`));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(newPath, path);
  });
  return broken;
}

function isErrored({ verdict }: TrialRow): boolean {
  return verdict === 'error';
}

/** Yields rows one by one, without an incomplete last line. An invalid line throws `EvalError`. */
export function* readResults(path: string): Generator<TrialRow> {
  for (const [row] of readRows(path)) yield row;
}

function* readRows(path: string): Generator<[TrialRow, line: string]> {
  let number = 0;
  for (const line of readWholeLines(path)) {
    number += 1;
    if (line !== '') yield [parseStoredJson(line, `${path}:${number}`) as TrialRow, line];
  }
}
