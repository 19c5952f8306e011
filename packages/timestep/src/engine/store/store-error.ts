import { TimestepError } from '#core';

/** Why a database file cannot be used. */
export type StoreErrorCode =
  | 'cannot-open'
  | 'not-ours'
  | 'newer-version'
  | 'corrupt'
  | 'locked'
  /** The file system does not support SQLite's file locks. */
  | 'unsafe-disk'
  | 'full'
  | 'read-only'
  | 'gone'
  | 'failed';

/** Thrown when the database cannot be used. `message` says what to do. */
export class StoreError extends TimestepError {
  declare readonly code: StoreErrorCode;
}

/** Thrown if another process has taken over the task to be written. Nothing was written. */
export class FencedError extends TimestepError {}

/** Advice by SQLite's primary result codes (sqlite.org/rescode.html). */
const ADVICE_BY_CODE: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [5, ['locked', 'another process has locked the database: wait, or stop that process']],
  [6, ['locked', 'another connection has locked the database: wait, or close it']],
  [8, ['read-only', 'the database is not writable: check the permissions of file and folder']],
  [10, ['failed', 'the disk failed to read or write: check the disk']],
  [11, ['corrupt', 'the database is damaged: restore it from a backup']],
  [13, ['full', 'the disk is full: free some space; nothing that was accepted is lost']],
  [14, ['cannot-open', 'the file cannot be opened: check that its folder exists and is writable']],
  [26, ['not-ours', 'the file is not an SQLite database: choose another path']],
]);

/** Converts an SQLite failure to an error with advice. */
export function toStoreError(thrown: unknown, path: string): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const [name, advice] = ADVICE_BY_CODE.get(getSqliteErrorCode(thrown) ?? -1) ?? [
    'failed',
    'the database failed',
  ];
  const detail = thrown instanceof Error ? ` (${thrown.message})` : '';
  return new StoreError(name, `${path}: ${advice}${detail}`, { cause: thrown });
}

/** Returns whether SQLite failed because another connection is writing. */
export function isDatabaseBusy(thrown: unknown): boolean {
  return getSqliteErrorCode(thrown) === 5;
}

/**
 * SQLite result codes of errors that concern one statement: too big, constraint, mismatch, range.
 */
const STATEMENT_CODES: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** Returns whether the database as a whole failed, not only one statement. */
export function isDatabaseFailure(thrown: unknown): boolean {
  if (thrown instanceof StoreError) return thrown.code === 'gone';
  const code = getSqliteErrorCode(thrown);
  return code !== undefined && !STATEMENT_CODES.has(code);
}

function getSqliteErrorCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Returns whether the stored data of one task is damaged, not the whole database. */
export function isDamagedData(thrown: unknown): boolean {
  if (thrown instanceof StoreError) return thrown.code === 'corrupt' && thrown.cause === undefined;
  return (
    thrown instanceof SyntaxError ||
    thrown instanceof RangeError ||
    thrown instanceof TypeError ||
    TimestepError.isInstance(thrown)
  );
}
