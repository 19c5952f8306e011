import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '@timestep-ai/timestep/core';
import type { DatabaseCopy } from '@timestep-ai/timestep/port';
import { readApplicationId, backUpStore, toStoreError } from '@timestep-ai/timestep/runner';
import { APPLICATION_ID, isPostgres } from '../store/backend-identity.ts';
import { TemporalError } from '../temporal-error.ts';

/** The store must be backed up last: it may be newer than Temporal's data, but never older. */
const BACKUP_ADVICE =
  'Temporal stores the progress of running tasks in a separate database: back it up first, then this one, and restore both together.';

const BUSY_TIMEOUT_MS = 5000;

/**
 * Copies the SQLite file of a store. Throws `TimestepError`, also if the store is in PostgreSQL.
 */
export function backUpTemporalStore(database: string, file: string): DatabaseCopy {
  if (isPostgres(database)) {
    const message =
      'tasks in PostgreSQL must be backed up with pg_dump: back up the database of Temporal with its own tools first';
    throw new TemporalError('other-tools', message);
  }
  if (!existsSync(database)) {
    const message = `${database} does not exist: give the path of the database with --database`;
    throw new TemporalError('no-store', message);
  }
  if (readApplicationId(database) !== APPLICATION_ID) {
    const message = `${database} is not a Temporal task store: set another path with --database`;
    throw new TemporalError('no-store', message);
  }
  const opened = new DatabaseSync(database, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return { ...backUpStore({ path: database, database: opened }, file), remark: BACKUP_ADVICE };
  } catch (thrown) {
    throw TimestepError.isInstance(thrown) ? thrown : toStoreError(thrown, database);
  } finally {
    opened.close();
  }
}
