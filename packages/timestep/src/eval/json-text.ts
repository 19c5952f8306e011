import { createHash } from 'node:crypto';
import { parseJson, toCanonicalJson } from '#core';
import { EvalError } from './eval-error.ts';

/** Returns the SHA-256 of a value's canonical JSON, in hexadecimal. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}

/** Removes the byte order mark with which spreadsheets and PowerShell start files. */
export function removeByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Parses JSON that a run has stored. `location` is its file, with its line if it has several. */
export function parseStoredJson(text: string, location: string): unknown {
  const value = parseJson(removeByteOrderMark(text));
  if (value !== undefined) return value;
  const message = `${location} is not valid JSON: the file is incomplete or was changed`;
  throw new EvalError('bad-run', message);
}
