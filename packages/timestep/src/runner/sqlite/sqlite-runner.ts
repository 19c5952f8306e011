import { isFinal, type Task } from '../../core/index.ts';
import {
  createTaskChanges,
  servedAgentsOf,
  type Clock,
  type NotedChanges,
  type Retention,
  type Runner,
  type ServedAgent,
  type ServedAgents,
  type HookSlot,
} from '../../port/index.ts';
import { performIn, stateKeyIn } from '../../store/index.ts';
import { systemClock } from '../clock.ts';
import { recordFailures, failureOf } from '../failure.ts';
import { newUuid } from '../new-id.ts';
import { newSecret } from '../new-secret.ts';
import { within } from '../within.ts';
import { followAgents } from './agent-changes.ts';
import type { ObserveCommit } from './commit-queue.ts';
import { openDatabase, type Synchronous } from './database.ts';
import { cancelTask, eraseTask } from './end-task.ts';
import { createErasingTable } from './erasing-table.ts';
import { createInboundTable } from './inbound-table.ts';
import { createIntake } from './intake.ts';
import { createMailTable } from './mail-table.ts';
import { storeOn, transactionsIn, type OpenStore } from './open-store.ts';
import { createOutsideChanges } from './outside-changes.ts';
import { createOwnership, type Ownership } from './ownership.ts';
import { createReaders } from './readers.ts';
import { createRefusals } from './refusals.ts';
import { createResidents } from './residents.ts';
import { createRounds, takeUpFreed } from './rounds.ts';
import { storeErrorOf } from './store-error.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';
import { createUpkeep } from './upkeep.ts';
import { createWaits } from './waits.ts';

/** The file of the tasks, the agents that run them, and how long ended tasks are kept. */
export interface SqliteRunnerOptions {
  /** The database file, which is created where it does not exist. */
  readonly path: string;
  /** A collection may change while the runner works. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** Default `FULL`: accepted messages survive a power cut. */
  readonly synchronous?: Synchronous;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Milliseconds without a sign of life after which another process may take over. Default 10000. */
  readonly leaseMs?: number;
  /**
   * How often in a row the process may end or freeze during the work on a task before the task is
   * given up: at least 2, because one crash is not a proof. Default 3.
   */
  readonly crashLimit?: number;
  /** Default: tasks are kept forever. */
  readonly retention?: Retention;
  readonly observeCommit?: ObserveCommit;
  /**
   * Receives failures that no caller is waiting for, and the details that callers do not receive.
   */
  readonly onError?: (thrown: unknown) => void;
}

const DEFAULT_LEASE_MS = 10_000;
const DEFAULT_CRASH_LIMIT = 3;

const NOT_TAKEN = 'the message cannot be kept now and was not taken: try later';
const READING = 'tasks cannot be read now: try later';
const NOT_CHANGED = 'the task cannot be changed now: try later';
const NOT_ERASED = 'the task cannot be erased now: try later';

/**
 * Keeps tasks in an SQLite file and drives them. An accepted message is answered even if the
 * process dies: a runner that opens the file continues every task whose owner is gone. Throws
 * `StoreError` where the file cannot be used.
 */
export function createSqliteRunner(options: SqliteRunnerOptions): Runner {
  const { path, synchronous = 'FULL', observeCommit } = options;
  checkOptions(options);
  return runOn(storeOn(openDatabase(path, synchronous), path, observeCommit), options);
}

/** Throws where an option has an impossible value. */
export function checkOptions({ crashLimit = DEFAULT_CRASH_LIMIT }: SqliteRunnerOptions): void {
  if (!(crashLimit >= 2)) throw new RangeError(`crashLimit must be 2 or more, got ${crashLimit}`);
}

/** What follows the tasks of a runner, and takes part in its work. */
export interface RunnerWatch {
  readonly changes?: NotedChanges;
  readonly hooks?: HookSlot;
}

/** The runner over an open store; closing the runner closes the store. Changes of tasks are noted. */
export function runOn(
  store: OpenStore,
  options: SqliteRunnerOptions,
  { changes = createTaskChanges(), hooks }: RunnerWatch = {},
): Runner {
  const { database, path, queue, watch } = store;
  const { clock = systemClock, newId = newUuid, retention, onError } = options;
  const agents = servedAgentsOf(options.agents);
  const { leaseMs = DEFAULT_LEASE_MS, crashLimit = DEFAULT_CRASH_LIMIT } = options;
  let closed = false;
  const isClosed = (): boolean => closed;
  const refusals = createRefusals({ path, isClosed, checkPlace: watch.check, onError });
  const { guarded, changing, report: onFailure } = refusals;
  const table = createTaskTable(database);
  const mail = createMailTable(database);
  const inbound = createInboundTable(database);
  const queries = createTaskQueries(performIn(database), table);
  const transactions = transactionsIn(store);
  const ownership = createOwnership(database, path, newId(), leaseMs);
  const outside = createOutsideChanges(database, {
    clock,
    isNeeded: () => residents.count() > 0 || waits.areAny(),
    onChange: () => refusals.attempt(() => takeUpFreed({ table, residents, waits })),
  });
  /** Other processes may now write to a task in memory, and waiting readers may follow it here. */
  const onHeld = (): void => {
    outside.start();
    outside.wake();
  };
  const tell = onError ? recordFailures(onError, newId) : failureOf;
  const base = { queue, table, mail, agents, clock };
  const onDurable = (task: Task): void => changes.note(task.id, isFinal(task));
  const telling = { onHeld, onDurable, onWaitDue: () => waits.lookSoon(), onFailure, tell };
  const residents = createResidents({ ...base, ...telling, hooks, ownership, crashLimit });
  const intake = createIntake({ ...base, residents, newId, owner: ownership.id, inbound, queries });
  const readers = createReaders({ residents, table, outside, isClosed });
  const upkeep = createUpkeep({ database, clock, retention, onFailure });
  const ending = { residents, queue, mail, erasing: createErasingTable(database), readers };
  const waits = createWaits({ ...base, database, residents, outside, onFailure });
  const roundsSite = { clock, leaseMs, watch, ownership, table, residents, outside, upkeep, waits };
  const rounds = createRounds({ ...roundsSite, refusals });
  const stopFollowing = followAgents({ ...roundsSite, agents, refusals });

  beginAll([rounds, upkeep], store, stopFollowing);
  return {
    submit: (submission) => changing(NOT_TAKEN, () => intake(submission)),
    get: (taskId) => guarded(READING, () => residents.find(taskId)),
    list: (query) => guarded(READING, () => queries.page(query)),
    updates(taskId, after, signal) {
      try {
        return refusals.guardedUpdates(READING, readers.updates(taskId, after, signal));
      } catch (thrown) {
        throw refusals.refusalOf(thrown, READING);
      }
    },
    settled: (taskId, signal) => guarded(READING, () => readers.settled(taskId, signal)),
    stateKey: () => guarded(READING, () => stateKeyIn(transactions, newSecret)),
    cancel: (taskId) => changing(NOT_CHANGED, () => cancelTask(ending, taskId)),
    erase: (taskId) => changing(NOT_ERASED, () => eraseTask(ending, taskId)),
    trouble: () => watch.trouble(),
    async close(graceMs) {
      if (closed) return;
      closed = true;
      stopFollowing();
      rounds.stop();
      waits.stop();
      outside.stop();
      residents.beginNoTurns();
      const stopping = upkeep.stop();
      await within(clock, graceMs, Promise.allSettled(residents.running()));
      await changes.end(graceMs);
      await stopping;
      // Running tasks continue when the file is opened again.
      queue.close();
      residents.abandon();
      release(ownership, store, onError);
    },
  };
}

/** Begins what works by itself; where that fails, the store is closed. */
function beginAll(
  parts: readonly { readonly begin: () => void }[],
  { database, path }: OpenStore,
  onFailure: () => void,
): void {
  try {
    for (const part of parts) part.begin();
  } catch (thrown) {
    onFailure();
    database.close();
    throw storeErrorOf(thrown, path);
  }
}

function release(
  ownership: Ownership,
  { database, path }: OpenStore,
  onError: SqliteRunnerOptions['onError'],
): void {
  try {
    ownership.release();
  } catch (thrown) {
    // The lock is released all the same, so that the next process need not wait.
    onError?.(storeErrorOf(thrown, path));
  } finally {
    database.close();
  }
}
