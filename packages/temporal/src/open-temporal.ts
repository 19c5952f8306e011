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
import { startRetention, systemClock } from '@timestep-ai/timestep/runner';
import { createSqlStores, type ResponseStoreOptions } from '@timestep-ai/timestep/store';
import {
  connectToTemporal,
  toConnectionOptions,
  createUnreachableError,
  type TemporalAddress,
} from './connect.ts';
import { createTemporalRunner } from './runner/temporal-runner.ts';
import { isPostgres, getDatabaseName } from './store/backend-identity.ts';
import { withCommitTiming } from './store/measured-database.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { TaskDatabase } from './store/task-database.ts';
import { createStoredTasks } from './store/stored-tasks.ts';
import { createTaskStore, type TaskStore } from './store/task-store.ts';
import { getErrorReason, TemporalError } from './temporal-error.ts';
import { createTemporalWorker, type TemporalWorker } from './worker/create-worker.ts';

/** Options of a Temporal backend: the store, the Temporal server, and the role of this process. */
export interface OpenTemporalOptions extends BackendNeeds {
  /** Store of tasks: a `postgres://…` URL, or the path of an SQLite file, created if needed. */
  readonly database: string;
  /** Address of the Temporal server. Default `127.0.0.1:7233`. */
  readonly address?: string;
  /** Temporal namespace. Default `default`. */
  readonly namespace?: string;
  /** Temporal task queue. Default `timestep`. */
  readonly taskQueue?: string;
  /** API key for Temporal Cloud or any server that requires one. Implies TLS. */
  readonly apiKey?: string;
  readonly tls?: boolean;
  /** Whether this process also runs a worker. If false, it only accepts tasks. Default true. */
  readonly works?: boolean;
  /** Build of this worker. A task keeps the build that it started with until its next run. */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /** Limits and retention of stored responses. */
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/** Opens a store, a runner and, by default, a worker. Rejects with `TemporalError`. */
export async function openTemporal(options: OpenTemporalOptions): Promise<Backend> {
  const { agents, taskQueue = 'timestep', heartbeatMs, retention, onError } = options;
  const place = getTemporalAddress(options);
  const hooks = createHookSlot();
  const database = withCommitTiming(await openStoreDatabase(options.database), hooks);
  const changes = createTaskChanges();
  const store = createTaskStore(database, changes);
  let connection: Connection | undefined;
  let worker: TemporalWorker | undefined;
  try {
    connection = await connectToTemporal(place);
    worker = await createWorkerIfWanted(options, place, { store, hooks });
  } catch (thrown) {
    await connection?.close();
    await database.close();
    throw thrown instanceof TemporalError ? thrown : createUnreachableError(place, thrown);
  }
  const runner = createTemporalRunner({
    client: new Client({ connection, namespace: place.namespace }),
    store,
    agents,
    taskQueue,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(onError && { onError }),
  });
  const tasks = createStoredTasks(database, getDatabaseName(options.database));
  const stopErasing =
    retention &&
    startRetention({ tasks, retention, clock: systemClock, ...(onError && { onError }) });
  const opened = connection;
  const closed = Promise.withResolvers<void>();
  return {
    runner,
    ...createSqlStores(database, { clock: systemClock, responses: options.responses }),
    tasks,
    changes,
    hooks,
    done: worker?.done ?? closed.promise,
    async close(graceMs) {
      await stopErasing?.();
      await runner.close(graceMs);
      // The promise `done` reports a failure of the worker.
      await worker?.close(graceMs).catch(() => undefined);
      await changes.end(graceMs);
      await opened.close();
      await database.close();
      closed.resolve();
    },
  };
}

function getTemporalAddress(options: OpenTemporalOptions): TemporalAddress {
  const { address = '127.0.0.1:7233', namespace = 'default', apiKey, tls } = options;
  return {
    address,
    namespace,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && { tls }),
  };
}

async function createWorkerIfWanted(
  { agents, works = true, taskQueue = 'timestep', deployment, onError }: OpenTemporalOptions,
  place: TemporalAddress,
  parts: { readonly store: TaskStore; readonly hooks: HookSlot },
): Promise<TemporalWorker | undefined> {
  if (!works) return undefined;
  return createTemporalWorker({
    ...toConnectionOptions(place),
    agents,
    ...parts,
    namespace: place.namespace,
    taskQueue,
    ...(deployment && { deployment }),
    ...(onError && { onError }),
  });
}

async function openStoreDatabase(database: string): Promise<TaskDatabase> {
  try {
    if (isPostgres(database)) return await openPostgresDatabase({ url: database });
    mkdirSync(dirname(database), { recursive: true });
    return openSqliteDatabase({ path: database });
  } catch (thrown) {
    // The error message omits the database URL, which may contain a password.
    const message = `cannot open the task store (${getErrorReason(thrown)}): check that its address is right and that it is running`;
    throw new TemporalError('no-store', message, { cause: thrown });
  }
}
