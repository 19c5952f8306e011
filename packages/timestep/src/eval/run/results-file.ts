import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { EvalError } from '../eval-error.ts';
import type { TrialRow } from '../trial.ts';
import { wholeLines } from './whole-lines.ts';

/** The trials of a run, one line each, in the order in which they ended. */
export interface ResultsFile {
  append(row: TrialRow): void;
  close(): void;
}

/** Opens the file to write to, with a last line that was cut off taken out. */
export function openResults(path: string): ResultsFile {
  const file = openSync(path, 'a+');
  const text = readFileSync(file);
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) ftruncateSync(file, whole);
  return {
    append(row) {
      writeSync(file, `${JSON.stringify(row)}\n`);
    },
    close: () => closeSync(file),
  };
}

/**
 * Reads the rows of a file one by one; no more of it is held than a row. A last line that was cut off
 * is left out; any other that cannot be read is an `EvalError` naming file and line.
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
    throw new EvalError('bad-run', `${place} is no JSON: the file was changed by something else`);
  }
}
