import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  createTaskChanges,
  createHookSlot,
  type Backend,
  type BackendNeeds,
} from '../../port/index.ts';
import {
  createSqlFileStore,
  createSqlOutbox,
  createSqlResponseStore,
  createSqlSessionStore,
  createSqlTraceStore,
  createSqlVectorStore,
  rowsOf,
  type ResponseStoreOptions,
  type Transaction,
} from '../../store/index.ts';
import { systemClock } from '../clock.ts';
import { storedTasksIn } from '../sqlite-admin/stored-tasks.ts';
import { openDatabase } from './database.ts';
import { NOTE_TRACES } from './erasing-table.ts';
import { takeInFormerResponses } from './former-responses.ts';
import { observedCommit } from './observed-commit.ts';
import { sqlDatabaseOf, storeOn } from './open-store.ts';
import { checkOptions, runOn, type SqliteRunnerOptions } from './sqlite-runner.ts';
import { storeErrorOf } from './store-error.ts';

/** Which file `openSqlite` keeps everything in, and for how long. */
export interface OpenSqliteOptions extends SqliteRunnerOptions, BackendNeeds {
  /** How many responses are kept, and for how long. */
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/**
 * Opens an SQLite file for everything that a server keeps, or creates it and its folder. The
 * processes of one machine may share it. Throws `StoreError`.
 */
export function openSqlite(options: OpenSqliteOptions): Backend {
  const { path, clock = systemClock } = options;
  checkOptions(options);
  mkdirSync(dirname(path), { recursive: true });
  const database = openDatabase(path, options.synchronous ?? 'FULL');
  try {
    takeInFormerResponses(database, path);
  } catch (thrown) {
    database.close();
    throw storeErrorOf(thrown, path);
  }
  const hooks = createHookSlot();
  const store = storeOn(database, path, observedCommit(hooks, options.observeCommit));
  const sql = sqlDatabaseOf(store);
  const changes = createTaskChanges();
  const runner = runOn(store, options, { changes, hooks });
  const closed = Promise.withResolvers<void>();
  return {
    runner,
    outbox: createSqlOutbox(sql),
    responses: createSqlResponseStore(sql, { ...options.responses, clock, onDelete: noteTraces }),
    sessions: createSqlSessionStore(sql, { onDelete: noteTraces }),
    files: createSqlFileStore(sql, { clock, onDelete: noteTraces }),
    vectors: createSqlVectorStore(sql, { clock }),
    tasks: storedTasksIn({ path, database }),
    traces: createSqlTraceStore(sql),
    changes,
    hooks,
    done: closed.promise,
    async close(graceMs) {
      await runner.close(graceMs);
      closed.resolve();
    },
  };
}

/** The text of a deleted response or session must not remain in any byte of the file. */
function* noteTraces(): Transaction<void> {
  yield* rowsOf(NOTE_TRACES);
}
