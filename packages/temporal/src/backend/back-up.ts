import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '@timestep-ai/timestep/core';
import type { BackedUp } from '@timestep-ai/timestep/port';
import { applicationIdOf, backUpStore, storeErrorOf } from '@timestep-ai/timestep/runner';
import { APPLICATION_ID } from '../store/claims.ts';
import { isPostgres } from '../store/is-postgres.ts';
import { TemporalError } from '../temporal-error.ts';

/**
 * The store must be the newer backup: Temporal repeats what it does not remember, but a store must
 * never know less than Temporal.
 */
const REMARK =
  'Temporal keeps the progress of tasks under way in a database of its own: back that up as well, before this one, and restore both.';

/** How long to wait for another process that is writing. */
const BUSY_TIMEOUT_MS = 5000;

/** Copies a store that is a file; PostgreSQL has tools of its own. Rejects with `TimestepError`. */
export function backUp(database: string, file: string): BackedUp {
  if (isPostgres(database)) {
    const message =
      'tasks in PostgreSQL are backed up with its own tools: use pg_dump, after you have backed up the database of Temporal with its own tools';
    throw new TemporalError('other-tools', message);
  }
  if (!existsSync(database)) {
    const message = `${database} does not exist: give the path of the database with --database`;
    throw new TemporalError('no-store', message);
  }
  if (applicationIdOf(database) !== APPLICATION_ID) {
    const message = `${database} is not a store of tasks on Temporal: name another with --database`;
    throw new TemporalError('no-store', message);
  }
  const opened = new DatabaseSync(database, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return { ...backUpStore({ path: database, database: opened }, file), remark: REMARK };
  } catch (thrown) {
    throw TimestepError.isInstance(thrown) ? thrown : storeErrorOf(thrown, database);
  } finally {
    opened.close();
  }
}
