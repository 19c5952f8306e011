import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import { omitUndefined, TimestepError } from '@timestep-ai/timestep/core';
import {
  createTaskChangesNotifier,
  createHookSlot,
  type Backend,
  type BackendNeeds,
  type HookSlot,
} from '@timestep-ai/timestep/port';
import { attachConsentLookup, startRetention, systemClock } from '@timestep-ai/timestep/runner';
import { createSqlStores, type ResponseStoreOptions } from '@timestep-ai/timestep/store';
import {
  connectToTemporal,
  createUnreachableError,
  resolveServer,
  type TemporalServer,
} from './connect.ts';
import { describeWorkerBuild } from './backend/describe-build.ts';
import { createTemporalRunner } from './runner/temporal-runner.ts';
import { isPostgres, getDatabaseNameWithoutPassword } from './store/backend-identity.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { TaskDatabase } from './store/task-database.ts';
import { createTemporalStoredTasks } from './store/stored-tasks.ts';
import { createTaskStore } from './store/task-store.ts';
import { getErrorReason, TemporalError } from './temporal-error.ts';
import { createTemporalWorker, type TemporalWorker } from './worker/create-worker.ts';

/** Options of a Temporal backend: the store, the Temporal server, and the role of this process. */
export interface OpenTemporalOptions extends BackendNeeds, TemporalServer {
  /** Store of tasks: a `postgres://…` URL, or the path of an SQLite file, created if needed. */
  readonly database: string;
  /** Whether this process also runs a worker. If false, it only accepts tasks. Default true. */
  readonly works?: boolean;
  /** Build id of this worker. A task keeps the build that it started with until its next workflow run. */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /**
   * Folder in which the workers of a machine record how they end, so that a task that ends its workers
   * waits for a user. Default: `workers` beside a file, or `.timestep/workers`.
   */
  readonly exitFolder?: string;
  /** Limits and retention of stored responses. */
  readonly responses?: Omit<ResponseStoreOptions, 'clock'>;
}

/** Opens a store, a runner and, by default, a worker. Rejects with `TemporalError`. */
export async function openTemporal(options: OpenTemporalOptions): Promise<Backend> {
  const { agents, works = true, deployment, heartbeatMs, crashLimit, retention, onError } = options;
  const { exitFolder = getWorkerExitFolder(options.database) } = options;
  const server = resolveServer(options);
  const hooks = createHookSlot();
  const database = createCommitReportingDatabase(await openStoreDatabase(options.database), hooks);
  const changes = createTaskChangesNotifier();
  const store = createTaskStore(database, changes);
  const stores = createSqlStores(database, {
    clock: systemClock,
    responses: options.responses,
  });
  attachConsentLookup(hooks, stores.sessions);
  let connection: Connection | undefined;
  let worker: TemporalWorker | undefined;
  let remarks: readonly string[] = [];
  try {
    connection = await connectToTemporal(server);
    const workerOptions = { ...server, exitFolder, ...omitUndefined({ deployment, onError }) };
    if (works) worker = await createTemporalWorker({ ...workerOptions, agents, store, hooks });
    if (works && deployment) remarks = [await describeWorkerBuild(connection, server, deployment)];
  } catch (thrown) {
    await connection?.close();
    await database.close();
    throw thrown instanceof TemporalError ? thrown : createUnreachableError(server, thrown);
  }
  const runner = createTemporalRunner({
    client: new Client({ connection, namespace: server.namespace }),
    store,
    agents,
    taskQueue: server.taskQueue,
    ...omitUndefined({ heartbeatMs, crashLimit, onError }),
  });
  const name = getDatabaseNameWithoutPassword(options.database);
  const tasks = createTemporalStoredTasks(database, name, server.taskQueue);
  const stopErasing =
    retention &&
    startRetention({ tasks, retention, clock: systemClock, ...omitUndefined({ onError }) });
  const opened = connection;
  const closed = Promise.withResolvers<void>();
  return {
    runner,
    ...stores,
    tasks,
    changes,
    hooks,
    remarks,
    done: worker?.done ?? closed.promise,
    async close(graceMs) {
      worker?.depart();
      await stopErasing?.();
      await runner.close(graceMs);
      // The promise `done` reports a failure of the worker, so this handler ignores it.
      await worker?.close(graceMs).catch(() => undefined);
      await changes.end(graceMs);
      await opened.close();
      await database.close();
      closed.resolve();
    },
  };
}

function getWorkerExitFolder(database: string): string {
  return isPostgres(database) ? '.timestep/workers' : join(dirname(database), 'workers');
}

async function openStoreDatabase(database: string): Promise<TaskDatabase> {
  try {
    if (isPostgres(database)) return await openPostgresDatabase({ url: database });
    mkdirSync(dirname(database), { recursive: true });
    return openSqliteDatabase({ path: database });
  } catch (thrown) {
    if (TimestepError.isInstance(thrown)) throw thrown;
    // The error message omits the database URL, which may contain a password.
    const message = `cannot open the task store (${getErrorReason(thrown)}): check that its address is right and that it is running`;
    throw new TemporalError('no-store', message, { cause: thrown });
  }
}

/** Reports how long each write takes to be durable, if a commit hook is set. */
function createCommitReportingDatabase(database: TaskDatabase, hooks: HookSlot): TaskDatabase {
  return {
    ...database,
    async write(transaction, durability) {
      const begunAt = hooks.current().commit ? performance.now() : undefined;
      const result = await database.write(transaction, durability);
      // The reported `tookMs` includes the wait for a commit that several writes share.
      if (begunAt !== undefined) {
        hooks.current().commit?.({ tookMs: performance.now() - begunAt, waitedMs: 0 });
      }
      return result;
    },
  };
}
