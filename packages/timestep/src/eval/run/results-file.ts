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
import { EvalError } from '../eval-error.ts';
import type { TrialRow } from '../trial.ts';
import { wholeLines } from './whole-lines.ts';
import { written } from './written.ts';

/** The trials of a run, one line each, in the order in which they ended. */
export interface ResultsFile {
  append(row: TrialRow): void;
  close(): void;
}

/**
 * Opens the file to write to, and removes a last line that was cut off. Throws `EvalError`, as
 * `append` does, which leaves the file as it was.
 */
export function openResults(path: string): ResultsFile {
  const file = written(path, () => openSync(path, 'a+'));
  let size = endOfLines(file);
  if (size < fstatSync(file).size) written(path, () => ftruncateSync(file, size));
  return {
    append(row) {
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      written(path, () => writeWhole(file, line, size));
      size += line.length;
    },
    close: () => closeSync(file),
  };
}

const BYTES_AT_A_TIME = 64 * 1024;

/**
 * Where the last complete line ends, searched from the end, because the file may be of any size.
 */
function endOfLines(file: number): number {
  const buffer = Buffer.allocUnsafe(BYTES_AT_A_TIME);
  for (let end = fstatSync(file).size; end > 0; end -= BYTES_AT_A_TIME) {
    const from = Math.max(0, end - BYTES_AT_A_TIME);
    const read = readSync(file, buffer, 0, end - from, from);
    const found = buffer.subarray(0, read).lastIndexOf('\n');
    if (found !== -1) return from + found + 1;
  }
  return 0;
}

/** Writes a line. A full disk may take only a part of it, which is removed again. */
function writeWhole(file: number, line: Buffer, size: number): void {
  try {
    for (let at = 0; at < line.length;) at += writeSync(file, line, at);
  } catch (thrown) {
    if (fstatSync(file).size > size) ftruncateSync(file, size);
    throw thrown;
  }
}

/** Removes the rows of broken trials, so that they can be run again; returns how many. */
export function dropBroken(path: string): number {
  let broken = 0;
  for (const { verdict } of readResults(path)) if (verdict === 'error') broken += 1;
  if (broken === 0) return 0;
  const kept = `${path}.new`;
  written(kept, () => {
    const file = openSync(kept, 'w');
    try {
      let number = 0;
      for (const line of wholeLines(path)) {
        number += 1;
        if (line === '' || rowIn(line, `${path}:${number}`).verdict === 'error') continue;
        const bytes = Buffer.from(`${line}\n`);
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(kept, path);
  });
  return broken;
}

/**
 * Reads the rows of a file one by one, and holds only one of them. A last line that was cut off is
 * left out; any other that cannot be read is an `EvalError` naming file and line.
 */
export function* readResults(path: string): Generator<TrialRow> {
  let number = 0;
  for (const line of wholeLines(path)) {
    number += 1;
    if (line !== '') yield rowIn(line, `${path}:${number}`);
  }
}

function rowIn(line: string, place: string): TrialRow {
  try {
    return JSON.parse(line) as TrialRow;
  } catch {
    throw new EvalError('bad-run', `${place} is not JSON: the file was changed by something else`);
  }
}
