import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  createTaskChangesNotifier,
  createHookSlot,
  type Backend,
  type BackendNeeds,
  type HookSlot,
} from '#engine/port';
import { createSqlStores, toStoreError, type ResponseStoreOptions } from '#engine/store';
import { systemClock } from '../clock.ts';
import { attachConsentLookup } from '../standing-consents.ts';
import { createSqliteStoredTasks } from '../sqlite-admin/stored-tasks.ts';
import { openDatabase } from './file/database.ts';
import { recordThatErasedTextRemains } from './upkeep/erasing-table.ts';
import type { ObserveCommit } from './file/commit-queue.ts';
import { moveLegacyResponsesIntoDatabase } from './file/legacy-responses.ts';
import { createSqlDatabase, createOpenStore } from './file/open-store.ts';
import { checkCrashLimit, createRunnerOnStore, type SqliteRunnerOptions } from './sqlite-runner.ts';

/** Options of a backend on SQLite. */
export interface OpenSqliteOptions extends SqliteRunnerOptions, BackendNeeds {
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/** Opens the SQLite file of a server, which several processes of a machine can share. Throws `StoreError`. */
export function openSqlite(options: OpenSqliteOptions): Backend {
  const { path, clock = systemClock } = options;
  checkCrashLimit(options);
  mkdirSync(dirname(path), { recursive: true });
  const database = openDatabase(path, options.synchronous ?? 'FULL', options.disk);
  try {
    moveLegacyResponsesIntoDatabase(database, path);
  } catch (thrown) {
    database.close();
    throw toStoreError(thrown, path);
  }
  const hooks = createHookSlot();
  const store = createOpenStore(database, path, createCommitObserver(hooks, options.observeCommit));
  const sql = createSqlDatabase(store);
  const changes = createTaskChangesNotifier();
  const runner = createRunnerOnStore(store, options, changes, hooks);
  const stores = createSqlStores(sql, {
    clock,
    responses: options.responses,
    onDelete: recordThatErasedTextRemains,
  });
  attachConsentLookup(hooks, stores.sessions);
  const closed = Promise.withResolvers<void>();
  return {
    runner,
    ...stores,
    tasks: createSqliteStoredTasks({ path, database }),
    changes,
    hooks,
    done: closed.promise,
    async close(graceMs) {
      await runner.close(graceMs);
      closed.resolve();
    },
  };
}

function createCommitObserver(hooks: HookSlot, observe?: ObserveCommit): ObserveCommit {
  let begunAt = 0;
  return (phase, writes, waitedMs) => {
    observe?.(phase, writes, waitedMs);
    const take = hooks.current().commit;
    if (!take) return;
    const now = performance.now();
    if (phase === 'before') begunAt = now;
    else take({ tookMs: now - begunAt, waitedMs });
  };
}
