import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import {
  createTaskChanges,
  createHookSlot,
  type Backend,
  type BackendNeeds,
  type HookSlot,
} from '@timestep-ai/timestep/port';
import { keepRetention, systemClock } from '@timestep-ai/timestep/runner';
import {
  createSqlFileStore,
  createSqlOutbox,
  createSqlResponseStore,
  createSqlSessionStore,
  createSqlTraceStore,
  createSqlVectorStore,
  type ResponseStoreOptions,
} from '@timestep-ai/timestep/store';
import { connect, reaching, unreachable, type Place } from './connect.ts';
import { createTemporalRunner } from './runner/temporal-runner.ts';
import { isPostgres, placeOf } from './store/is-postgres.ts';
import { measuredDatabase } from './store/measured-database.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { TaskDatabase } from './store/task-database.ts';
import { createStoredTasks } from './store/stored-tasks.ts';
import { createTaskStore, type TaskStore } from './store/task-store.ts';
import { reasonOf, TemporalError } from './temporal-error.ts';
import { createTemporalWorker, type TemporalWorker } from './worker/create-worker.ts';

/** Where tasks on Temporal are kept, which server runs them, and what this process does. */
export interface OpenTemporalOptions extends BackendNeeds {
  /** The store of tasks: `postgres://…`, or the path of an SQLite file, which is created. */
  readonly database: string;
  /** Default `127.0.0.1:7233`. */
  readonly address?: string;
  /** Default `default`. */
  readonly namespace?: string;
  /** Default `timestep`. */
  readonly taskQueue?: string;
  /** For Temporal Cloud, and any server that requires one; implies TLS. */
  readonly apiKey?: string;
  readonly tls?: boolean;
  /** Whether this process also works on tasks, and does not only accept them. Default true. */
  readonly works?: boolean;
  /** The build of this worker; tasks stay with the build they began with until their next run. */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Milliseconds without a sign of life after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /** How many responses are kept, and for how long. */
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/**
 * Opens a store, a runner and, by default, a worker, so that this process takes part in running
 * tasks on Temporal. Rejects with `TemporalError`.
 */
export async function openTemporal(options: OpenTemporalOptions): Promise<Backend> {
  const { agents, taskQueue = 'timestep', heartbeatMs, retention, onError } = options;
  const place = placeOfTemporal(options);
  const hooks = createHookSlot();
  const database = measuredDatabase(await storeAt(options.database), hooks);
  const changes = createTaskChanges();
  const store = createTaskStore(database, changes);
  let connection: Connection | undefined;
  let worker: TemporalWorker | undefined;
  try {
    connection = await connect(place);
    worker = await workerFor(options, place, { store, hooks });
  } catch (thrown) {
    await connection?.close();
    await database.close();
    throw thrown instanceof TemporalError ? thrown : unreachable(place, thrown);
  }
  const runner = createTemporalRunner({
    client: new Client({ connection, namespace: place.namespace }),
    store,
    agents,
    taskQueue,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(onError && { onError }),
  });
  const tasks = createStoredTasks(database, placeOf(options.database));
  const stopErasing =
    retention &&
    keepRetention({ tasks, retention, clock: systemClock, ...(onError && { onError }) });
  const opened = connection;
  const closed = Promise.withResolvers<void>();
  return {
    runner,
    outbox: createSqlOutbox(database),
    responses: createSqlResponseStore(database, { ...options.responses, clock: systemClock }),
    sessions: createSqlSessionStore(database),
    files: createSqlFileStore(database, { clock: systemClock }),
    vectors: createSqlVectorStore(database, { clock: systemClock }),
    tasks,
    traces: createSqlTraceStore(database),
    changes,
    hooks,
    done: worker?.done ?? closed.promise,
    async close(graceMs) {
      await stopErasing?.();
      await runner.close(graceMs);
      // A failure of the worker is reported by `done`.
      await worker?.close(graceMs).catch(() => undefined);
      await changes.end(graceMs);
      await opened.close();
      await database.close();
      closed.resolve();
    },
  };
}

function placeOfTemporal(options: OpenTemporalOptions): Place {
  const { address = '127.0.0.1:7233', namespace = 'default', apiKey, tls } = options;
  return {
    address,
    namespace,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && { tls }),
  };
}

/** Creates the worker; `undefined` where this process only accepts tasks. */
async function workerFor(
  { agents, works = true, taskQueue = 'timestep', deployment, onError }: OpenTemporalOptions,
  place: Place,
  parts: { readonly store: TaskStore; readonly hooks: HookSlot },
): Promise<TemporalWorker | undefined> {
  if (!works) return undefined;
  return createTemporalWorker({
    ...reaching(place),
    agents,
    ...parts,
    namespace: place.namespace,
    taskQueue,
    ...(deployment && { deployment }),
    ...(onError && { onError }),
  });
}

async function storeAt(database: string): Promise<TaskDatabase> {
  try {
    if (isPostgres(database)) return await openPostgresDatabase({ url: database });
    mkdirSync(dirname(database), { recursive: true });
    return openSqliteDatabase({ path: database });
  } catch (thrown) {
    // The message does not show the address, which may hold a password.
    const message = `the store of tasks cannot be opened (${reasonOf(thrown)}): check its address, and that it is running`;
    throw new TemporalError('no-store', message, { cause: thrown });
  }
}
