import type { FileQuery, UploadedFile } from '#engine/port';
import {
  execute,
  queryFirst,
  queryRows,
  type Row,
  type SqlValues,
  type Transaction,
} from '../statement.ts';
import { requireFileFits, type FileAmount, type FileBounds } from './file-bounds.ts';

const OF_KEY = 'principal = :principal AND id = :id';
const LIVE = '(expires_at IS NULL OR expires_at > :now)';

export function* putFile(
  file: UploadedFile,
  content: string,
  bounds: FileBounds,
  now: number,
): Transaction<void> {
  const { principal, id, createdAt, expiresAt = null, size, purpose } = file;
  yield* execute('DELETE FROM uploaded_file WHERE expires_at <= :now', { now });
  const own = yield* countFiles('WHERE principal = :principal', { principal });
  requireFileFits(size, bounds, own, yield* countFiles('', {}));
  const about = JSON.stringify(file);
  yield* execute(
    `INSERT INTO uploaded_file
       (principal, id, created_at, expires_at, size, about, purpose, content)
     VALUES (:principal, :id, :createdAt, :expiresAt, :size, :about, :purpose, :content)`,
    { principal, id, createdAt, expiresAt, size, about, purpose, content },
  );
}

export function* findStoredFile(
  principal: string,
  id: string,
  now: number,
): Transaction<UploadedFile | undefined> {
  const sql = `SELECT about FROM uploaded_file WHERE ${OF_KEY} AND ${LIVE}`;
  const row = yield* queryFirst(sql, { principal, id, now });
  return row && parseFileRow(row);
}

/** Returns the content of a file in base64. */
export function* findFileContent(
  principal: string,
  id: string,
  now: number,
): Transaction<string | undefined> {
  const sql = `SELECT content FROM uploaded_file WHERE ${OF_KEY} AND ${LIVE}`;
  const row = yield* queryFirst(sql, { principal, id, now });
  return row && String(row['content']);
}

export function* listFiles(
  { principal, purpose, after, order, limit }: FileQuery,
  now: number,
): Transaction<readonly UploadedFile[]> {
  const last = after === undefined ? undefined : yield* findStoredFile(principal, after, now);
  if (after !== undefined && !last) return [];
  const [sign, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const rows = yield* queryRows(
    `SELECT about FROM uploaded_file WHERE principal = :principal AND ${LIVE}
       ${purpose === undefined ? '' : 'AND purpose = :purpose'}
       ${last ? `AND (created_at, id) ${sign} (:lastCreatedAt, :lastId)` : ''}
     ORDER BY created_at ${direction}, id ${direction} LIMIT :limit`,
    {
      principal,
      now,
      limit,
      ...(purpose !== undefined && { purpose }),
      ...(last && { lastCreatedAt: last.createdAt, lastId: last.id }),
    },
  );
  return rows.map(parseFileRow);
}

export function* deleteFile(principal: string, id: string, now: number): Transaction<boolean> {
  const sql = `DELETE FROM uploaded_file WHERE ${OF_KEY} AND ${LIVE}`;
  return (yield* execute(sql, { principal, id, now })) === 1;
}

export function* listIdsOfOldFiles(before: number, limit: number): Transaction<readonly Row[]> {
  const sql = 'SELECT id FROM uploaded_file WHERE created_at < :before LIMIT :limit';
  return yield* queryRows(sql, { before, limit });
}

/** Deletes up to `limit` files that were uploaded before a time. Returns how many were deleted. */
export function* pruneFiles(before: number, limit: number): Transaction<number> {
  return yield* execute(
    `DELETE FROM uploaded_file WHERE (principal, id) IN (
       SELECT principal, id FROM uploaded_file WHERE created_at < :before
       ORDER BY created_at, id LIMIT :limit)`,
    { before, limit },
  );
}

function* countFiles(where: string, values: SqlValues): Transaction<FileAmount> {
  const sql = `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM uploaded_file ${where}`;
  const row = yield* queryFirst(sql, values);
  return { files: Number(row?.['files'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
}

function parseFileRow(row: Row): UploadedFile {
  return JSON.parse(String(row['about'])) as UploadedFile;
}
