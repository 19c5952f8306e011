import type { FileQuery, UploadedFile } from '../../port/index.ts';
import { checkFileFits, type FileAmount, type FileBounds } from './file-bounds.ts';
import { queryFirst, queryRows, type Row, type SqlValue, type Transaction } from '../statement.ts';

const LIVE = '(expires_at IS NULL OR expires_at > ?)';

/** Stores a file with base64 content. Throws `FileStoreError` if the limits would be exceeded. */
export function* putFile(
  file: UploadedFile,
  content: string,
  bounds: FileBounds,
  now: number,
): Transaction<void> {
  const { principal, id, createdAt, expiresAt = null, size, purpose } = file;
  yield* queryRows('DELETE FROM uploaded_file WHERE expires_at <= ?', now);
  const own = yield* countFiles('WHERE principal = ?', principal);
  checkFileFits(size, bounds, own, yield* countFiles(''));
  yield* queryRows(
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
  const row = yield* queryFirst(sql, principal, id, now);
  return row && parseFileRow(row);
}

/** Returns the base64 content of a file that has not expired. */
export function* findFileContent(
  principal: string,
  id: string,
  now: number,
): Transaction<string | undefined> {
  const sql = `SELECT content FROM uploaded_file WHERE principal = ? AND id = ? AND ${LIVE}`;
  const row = yield* queryFirst(sql, principal, id, now);
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
  const rows = yield* queryRows(
    `SELECT about FROM uploaded_file WHERE principal = ? AND ${LIVE}
       ${purpose === undefined ? '' : 'AND purpose = ?'}
       ${last ? `AND (created_at, id) ${sign} (?, ?)` : ''}
     ORDER BY created_at ${direction}, id ${direction} LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(parseFileRow);
}

/** Deletes a file and returns whether it existed. */
export function* deleteFile(principal: string, id: string, now: number): Transaction<boolean> {
  const found = yield* findFile(principal, id, now);
  if (!found) return false;
  yield* queryRows('DELETE FROM uploaded_file WHERE principal = ? AND id = ?', principal, id);
  return true;
}

/** Lists up to `limit` files that were uploaded before a time, oldest first. */
export function* listOldFiles(before: number, limit: number): Transaction<readonly UploadedFile[]> {
  const rows = yield* queryRows(
    'SELECT about FROM uploaded_file WHERE created_at < ? ORDER BY created_at, id LIMIT ?',
    before,
    limit,
  );
  return rows.map(parseFileRow);
}

/** Deletes up to `limit` files that were uploaded before a time and returns the number deleted. */
export function* pruneFiles(before: number, limit: number): Transaction<number> {
  const old = yield* listOldFiles(before, limit);
  for (const { principal, id } of old) {
    yield* queryRows('DELETE FROM uploaded_file WHERE principal = ? AND id = ?', principal, id);
  }
  return old.length;
}

function* countFiles(where: string, ...values: readonly SqlValue[]): Transaction<FileAmount> {
  const sql = `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploaded_file ${where}`;
  const row = yield* queryFirst(sql, ...values);
  return { files: Number(row?.['files'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
}

function parseFileRow(row: Row): UploadedFile {
  return JSON.parse(String(row['about'])) as UploadedFile;
}
