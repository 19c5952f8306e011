import type { FileQuery, UploadedFile } from '../port/index.ts';
import { refuseFile, type FileAmount, type FileBounds } from './file-bounds.ts';
import { firstOf, rowsOf, type Row, type SqlValue, type Transaction } from './statement.ts';

const LIVE = '(expires_at IS NULL OR expires_at > ?)';

/** Keeps a file with its content in base64. Throws `FileStoreError` where there is no room. */
export function* putFile(
  file: UploadedFile,
  content: string,
  bounds: FileBounds,
  now: number,
): Transaction<void> {
  const { principal, id, createdAt, expiresAt = null, size, purpose } = file;
  yield* rowsOf('DELETE FROM uploaded_file WHERE expires_at <= ?', now);
  const own = yield* amountWhere('WHERE principal = ?', principal);
  refuseFile(size, bounds, own, yield* amountWhere(''));
  yield* rowsOf(
    `INSERT INTO uploaded_file
       (principal, id, created_at, expires_at, size, about, purpose, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    principal,
    id,
    createdAt,
    expiresAt,
    size,
    JSON.stringify(file),
    purpose,
    content,
  );
}

export function* findFile(
  principal: string,
  id: string,
  now: number,
): Transaction<UploadedFile | undefined> {
  const sql = `SELECT about FROM uploaded_file WHERE principal = ? AND id = ? AND ${LIVE}`;
  const row = yield* firstOf(sql, principal, id, now);
  return row && fileIn(row);
}

/** The content of a file, in base64. */
export function* findContent(
  principal: string,
  id: string,
  now: number,
): Transaction<string | undefined> {
  const sql = `SELECT content FROM uploaded_file WHERE principal = ? AND id = ? AND ${LIVE}`;
  const row = yield* firstOf(sql, principal, id, now);
  return row && String(row['content']);
}

export function* listFiles(
  { principal, purpose, after, order, limit }: FileQuery,
  now: number,
): Transaction<readonly UploadedFile[]> {
  const last = after === undefined ? undefined : yield* findFile(principal, after, now);
  if (after !== undefined && !last) return [];
  const [sign, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const values: SqlValue[] = [principal, now];
  if (purpose !== undefined) values.push(purpose);
  if (last) values.push(last.createdAt, last.id);
  const rows = yield* rowsOf(
    `SELECT about FROM uploaded_file WHERE principal = ? AND ${LIVE}
       ${purpose === undefined ? '' : 'AND purpose = ?'}
       ${last ? `AND (created_at, id) ${sign} (?, ?)` : ''}
     ORDER BY created_at ${direction}, id ${direction} LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(fileIn);
}

/** Deletes a file; says whether there was one. */
export function* deleteFile(principal: string, id: string, now: number): Transaction<boolean> {
  const found = yield* findFile(principal, id, now);
  if (!found) return false;
  yield* rowsOf('DELETE FROM uploaded_file WHERE principal = ? AND id = ?', principal, id);
  return true;
}

/** Some files that were uploaded before a time. */
export function* oldFiles(before: number, most: number): Transaction<readonly UploadedFile[]> {
  const rows = yield* rowsOf(
    'SELECT about FROM uploaded_file WHERE created_at < ? ORDER BY created_at, id LIMIT ?',
    before,
    most,
  );
  return rows.map(fileIn);
}

/** Deletes some files that were uploaded before a time, and returns how many. */
export function* pruneFiles(before: number, most: number): Transaction<number> {
  const old = yield* oldFiles(before, most);
  for (const { principal, id } of old) {
    yield* rowsOf('DELETE FROM uploaded_file WHERE principal = ? AND id = ?', principal, id);
  }
  return old.length;
}

function* amountWhere(where: string, ...values: readonly SqlValue[]): Transaction<FileAmount> {
  const sql = `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploaded_file ${where}`;
  const row = yield* firstOf(sql, ...values);
  return { files: Number(row?.['files'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
}

function fileIn(row: Row): UploadedFile {
  return JSON.parse(String(row['about'])) as UploadedFile;
}
