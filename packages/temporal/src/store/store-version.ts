import { queryFirst, queryRows, execute, type Transaction } from '@timestep-ai/timestep/store';
import { TemporalError } from '../temporal-error.ts';

/** Version of the tables. Increased by every change that an earlier release would not handle. */
export const STORE_VERSION = 1;

/** Throws if a newer release has changed the tables. */
export function requireKnownVersion(version: number, place: string): void {
  if (version <= STORE_VERSION) return;
  const message = `${place} was written by a newer release (schema ${version}; this release supports ${STORE_VERSION}): upgrade @timestep-ai/temporal, or restore a backup from before that release`;
  throw new TemporalError('newer-version', message);
}

/** Reads the version of the tables in PostgreSQL. 0 if no release has recorded one yet. */
export function* readStoreVersion(): Transaction<number> {
  const found = yield* queryFirst("SELECT to_regclass('store_version') AS name");
  if (typeof found?.['name'] !== 'string') return 0;
  const row = yield* queryFirst('SELECT version FROM store_version WHERE id = 1');
  return Number(row?.['version'] ?? 0);
}

/** Records the version of the tables in PostgreSQL, and never a lower one. */
export function* recordTablesVersion(): Transaction<void> {
  yield* queryRows(
    'CREATE TABLE IF NOT EXISTS store_version (id INTEGER PRIMARY KEY, version INTEGER NOT NULL)',
  );
  yield* execute(
    `INSERT INTO store_version (id, version) VALUES (1, :version) ON CONFLICT (id)
     DO UPDATE SET version = excluded.version WHERE store_version.version < excluded.version`,
    { version: STORE_VERSION },
  );
}
