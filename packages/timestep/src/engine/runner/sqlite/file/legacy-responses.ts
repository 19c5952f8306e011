import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { runInTransaction } from '#engine/store';

const IMPORT_SQL = `
  INSERT INTO response
      (principal, id, agent, used, used_at, unfinished, holder, held_until, size, record)
    SELECT principal, id, coalesce(json_extract(record, '$.agent'), ''), used, used_at, unfinished,
      '', 0, size, record
    FROM former.response WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO response_item (principal, id, response_id)
    SELECT principal, id, response_id FROM former.item WHERE true ON CONFLICT DO NOTHING;
  DELETE FROM response_account;
  INSERT INTO response_account (principal, unfinished, entries, size)
    SELECT principal, unfinished, count(*), sum(size) FROM response GROUP BY principal, unfinished;
  UPDATE response_total SET
    entries = (SELECT count(*) FROM response),
    size = (SELECT coalesce(sum(size), 0) FROM response)`;

/** Moves stored responses from the separate file of an earlier release into the database, and deletes the file. */
export function moveLegacyResponsesIntoDatabase(database: DatabaseSync, path: string): void {
  const former = `${path}.responses`;
  if (path === ':memory:' || !existsSync(former)) return;
  database.prepare('ATTACH ? AS former').run(former);
  try {
    runInTransaction(database, () => database.exec(IMPORT_SQL));
  } finally {
    database.exec('DETACH former');
  }
  for (const ending of ['', '-wal', '-shm']) rmSync(`${former}${ending}`, { force: true });
}
