import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import type { Outbox, Runner, ServedAgent } from 'timestep/port';
import type { ResponseStore } from 'timestep/responses';
import { createTemporalRunner } from './runner/temporal-runner.ts';
import { isPostgres } from './store/is-postgres.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { createSqlOutbox } from './store/sql-outbox.ts';
import { createSqlResponseStore } from './store/sql-response-store.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { SqlDatabase } from './store/statement.ts';
import { createTaskStore } from './store/task-store.ts';
import { reasonOf, TemporalError } from './temporal-error.ts';
import { createTemporalWorker, type TemporalWorker } from './worker/create-worker.ts';

export interface OpenTemporalOptions {
  readonly agents: readonly ServedAgent[];
  /** Where tasks are kept: `postgres://…`, or the path of an SQLite file, which is made. */
  readonly database: string;
  /** Default `127.0.0.1:7233`. */
  readonly address?: string;
  /** Default `default`. */
  readonly namespace?: string;
  /** Default `timestep`. */
  readonly taskQueue?: string;
  /** For Temporal Cloud, and any server that asks for one; implies TLS. */
  readonly apiKey?: string;
  readonly tls?: boolean;
  /** Whether this process works on tasks as well, and does not only take them. Default true. */
  readonly works?: boolean;
  /** The build of this worker; tasks stay with the one they began with until their next run. */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Milliseconds without a sign of life after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /** Told of failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

/** One process's part in running tasks on Temporal. */
export interface OpenedTemporal {
  readonly runner: Runner;
  /** Who is to be told of tasks, beside them. */
  readonly outbox: Outbox;
  /** What was answered over OpenAI Responses, beside the tasks. */
  readonly responseStore: ResponseStore;
  /** Rejects when the worker failed; resolves when it was closed. */
  readonly done: Promise<void>;
  /** Takes nothing more on, lets effects end for up to `graceMs`, and closes the store. */
  close(graceMs: number): Promise<void>;
}

/** Opens a store, a runner and, unless told otherwise, a worker. Throws `TemporalError`. */
export async function openTemporal(options: OpenTemporalOptions): Promise<OpenedTemporal> {
  const { agents, address = '127.0.0.1:7233', namespace = 'default', works = true } = options;
  const { taskQueue = 'timestep', apiKey, tls, deployment, heartbeatMs, onError } = options;
  const reaching = {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...((tls ?? apiKey !== undefined) && { tls: true }),
  };
  const database = await storeAt(options.database);
  const store = createTaskStore(database);
  let connection: Connection | undefined;
  let worker: TemporalWorker | undefined;
  try {
    connection = await Connection.connect({
      ...reaching,
      connectTimeout: CONNECT_MS,
      interceptors: [makeGrpcRetryInterceptor(RETRIES)],
    });
    await connection.workflowService.describeNamespace({ namespace });
    worker = works
      ? await createTemporalWorker({
          ...reaching,
          agents,
          store,
          namespace,
          taskQueue,
          ...(deployment && { deployment }),
          ...(onError && { onError }),
        })
      : undefined;
  } catch (thrown) {
    await connection?.close();
    await database.close();
    throw unreachable(address, namespace, thrown);
  }
  const client = new Client({ connection, namespace });
  const runner = createTemporalRunner({
    client,
    store,
    agents,
    taskQueue,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(onError && { onError }),
  });
  const opened = connection;
  return {
    runner,
    outbox: createSqlOutbox(database),
    responseStore: createSqlResponseStore(database),
    done: worker?.done ?? new Promise(() => undefined),
    async close(graceMs) {
      await runner.close(graceMs);
      await worker?.close(graceMs);
      await opened.close();
      await database.close();
    },
  };
}

const CONNECT_MS = 5000;
/** Whoever sends a message can send it again, and had better know soon. */
const RETRIES = defaultGrpcRetryOptions({ maxAttempts: 4 });

async function storeAt(database: string): Promise<SqlDatabase> {
  try {
    if (isPostgres(database)) return await openPostgresDatabase({ url: database });
    mkdirSync(dirname(database), { recursive: true });
    return openSqliteDatabase({ path: database });
  } catch (thrown) {
    // The address may hold a password.
    const message = `the store of tasks cannot be opened (${reasonOf(thrown)}): check where it is, and that it is up`;
    throw new TemporalError('no-store', message, { cause: thrown });
  }
}

function unreachable(address: string, namespace: string, thrown: unknown): TemporalError {
  const message = `Temporal cannot be reached at ${address}, namespace ${namespace} (${reasonOf(thrown)}): start it, or name another address`;
  return new TemporalError('unreachable', message, { cause: thrown });
}
