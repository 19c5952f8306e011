import { TimestepError } from '../../core/index.ts';
import type { KeptFiles, Trouble } from '../../port/index.ts';

/** Why the database file cannot be used. */
export type StoreErrorCode =
  | 'cannot-open'
  | 'not-ours'
  | 'newer-version'
  | 'corrupt'
  | 'locked'
  | 'full'
  | 'read-only'
  | 'gone'
  | 'failed';

/** The database cannot be used; `message` says what to do. */
export class StoreError extends TimestepError {
  declare readonly code: StoreErrorCode;
}

/**
 * This log may no longer write a task, mostly because another owner has taken it over. Nothing was
 * written when it is thrown.
 */
export class FencedError extends TimestepError {}

/** SQLite's primary result codes (sqlite.org/rescode.html) for which there is advice. */
const CODES: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [5, ['locked', 'another process holds the database: wait, or end that process']],
  [6, ['locked', 'another connection holds the database: wait, or end it']],
  [8, ['read-only', 'the database may not be written: check the permissions of file and folder']],
  [10, ['failed', 'the disk failed to read or write: check it']],
  [11, ['corrupt', 'the database is damaged: restore it from a backup']],
  [13, ['full', 'the disk is full: free some space; nothing that was accepted is lost']],
  [
    14,
    ['cannot-open', 'the file cannot be opened: check that its folder exists and may be written'],
  ],
  [26, ['not-ours', 'the file is not an SQLite database: choose another path']],
]);

/** The reasons without paths, for callers that must not learn where the file is. */
const REASONS: Readonly<Record<StoreErrorCode, string>> = {
  'cannot-open': 'the database cannot be opened',
  'not-ours': 'the file is not a database of tasks',
  'newer-version': 'the database was written by a newer release',
  corrupt: 'the database is damaged',
  locked: 'another process holds the database',
  full: 'the disk is full',
  'read-only': 'the database may not be written',
  gone: 'the database file was deleted or replaced',
  failed: 'the database failed',
};

export function troubleOf({ code }: StoreError): Trouble {
  return { code, message: `tasks cannot be kept: ${REASONS[code]}` };
}

/** Throws where a write would go to a file that cannot be found again. */
export function requireFiles(files: KeptFiles): void {
  const problem = files.problem();
  if (problem === undefined) return;
  const message = `${problem} while it was in use, and nothing is accepted: put it back, or restore a backup and restart`;
  throw new StoreError('gone', message);
}

/** The error, with advice, for an SQLite failure. */
export function storeErrorOf(thrown: unknown, path: string): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const [name, advice] = CODES.get(primaryCodeOf(thrown) ?? -1) ?? [
    'failed',
    'the database failed',
  ];
  const detail = thrown instanceof Error ? ` (${thrown.message})` : '';
  return new StoreError(name, `${path}: ${advice}${detail}`, { cause: thrown });
}

/** Whether SQLite failed because another connection is writing. */
export function isBusy(thrown: unknown): boolean {
  return primaryCodeOf(thrown) === 5;
}

/**
 * SQLite's codes for an error in the statement itself: too big, a constraint, a mismatch, a range.
 */
const CODES_OF_STATEMENTS: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** Whether the database failed, and not only one statement. */
export function isStoreWide(thrown: unknown): boolean {
  if (thrown instanceof StoreError) return thrown.code === 'gone';
  const code = primaryCodeOf(thrown);
  return code !== undefined && !CODES_OF_STATEMENTS.has(code);
}

function primaryCodeOf(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}
