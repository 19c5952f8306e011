import { TimestepError } from '../../core/index.ts';

export type StoreErrorCode =
  | 'cannot-open'
  | 'not-ours'
  | 'newer-version'
  | 'corrupt'
  | 'locked'
  | 'full'
  | 'read-only'
  | 'failed';

/** The database cannot be used as asked; `message` says what to do. */
export class StoreError extends TimestepError {
  declare readonly code: StoreErrorCode;
}

/** Another owner has taken a task over: whoever held it must leave it alone. */
export class FencedError extends TimestepError {}

/** SQLite's primary result codes (sqlite.org/rescode.html) that people can do something about. */
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

/** What an SQLite failure means for people. */
export function storeErrorOf(thrown: unknown, path: string): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const code = errorCodeOf(thrown);
  const [name, advice] = CODES.get(code & 0xff) ?? ['failed', 'the database failed'];
  const detail = thrown instanceof Error ? ` (${thrown.message})` : '';
  return new StoreError(name, `${path}: ${advice}${detail}`, { cause: thrown });
}

function errorCodeOf(thrown: unknown): number {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code : -1;
}
