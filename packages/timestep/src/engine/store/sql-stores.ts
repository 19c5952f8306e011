import type { Backend, Clock } from '#engine/port';
import { createSqlFileStore } from './files/sql-file-store.ts';
import { createSqlOutbox } from './outbox/sql-outbox.ts';
import type { ResponseStoreOptions } from './responses/response-bounds.ts';
import { createSqlResponseStore } from './responses/sql-response-store.ts';
import { createSqlSessionStore } from './sessions/sql-session-store.ts';
import type { SqlDatabase } from './statement.ts';
import type { DeletionHook } from './store-database.ts';
import { createSqlTraceStore } from './traces/sql-trace-store.ts';
import { createSqlVectorStore } from './vectors/sql-vector-store.ts';
import { createSqlVersionStore } from './versions/sql-version-store.ts';

/**
 * Options of the stores: clock, limits of responses, and statements that run when texts of responses, files
 * or sessions are deleted.
 */
export interface SqlStoresOptions extends DeletionHook {
  readonly clock: Pick<Clock, 'now'>;
  readonly responses?: Omit<ResponseStoreOptions, 'clock'> | undefined;
}

/** The stores of a backend in addition to its tasks. */
export type SqlStores = Pick<
  Backend,
  'outbox' | 'responses' | 'sessions' | 'files' | 'vectors' | 'versions' | 'traces'
>;

/** Creates the stores of a backend in the database of its tasks. */
export function createSqlStores(
  database: SqlDatabase,
  { clock, responses, ...deletion }: SqlStoresOptions,
): SqlStores {
  return {
    outbox: createSqlOutbox(database),
    responses: createSqlResponseStore(database, { ...responses, clock, ...deletion }),
    sessions: createSqlSessionStore(database, deletion),
    files: createSqlFileStore(database, { clock, ...deletion }),
    vectors: createSqlVectorStore(database, { clock }),
    versions: createSqlVersionStore(database),
    traces: createSqlTraceStore(database),
  };
}
