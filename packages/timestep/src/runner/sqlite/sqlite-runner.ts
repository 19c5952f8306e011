import type { Clock, Retention, Runner, ServedAgent } from '../../port/index.ts';
import { performIn, stateKeyIn } from '../../store/index.ts';
import { systemClock } from '../clock.ts';
import { discreetly, failureOf } from '../failure.ts';
import { newUuid } from '../new-id.ts';
import { newSecret } from '../new-secret.ts';
import { within } from '../within.ts';
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

/** Which file tasks are kept in, which agents run them, and for how long ended tasks are kept. */
export interface SqliteRunnerOptions {
  /** The database file; made where there is none. */
  readonly path: string;
  readonly agents: readonly ServedAgent[];
  /** Default `FULL`: what was accepted survives a power cut. */
  readonly synchronous?: Synchronous;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Milliseconds without a sign of life after which another process may take over. Default 10000. */
  readonly leaseMs?: number;
  /**
   * A task during whose work the process ends or freezes so often in a row is given up: at least 2,
   * since one crash is no proof. Default 3.
   */
  readonly crashLimit?: number;
  /** Default: tasks are kept for ever. */
  readonly retention?: Retention;
  readonly observeCommit?: ObserveCommit;
  /** Called with failures that no caller is waiting for, and with those that callers learn less of. */
  readonly onError?: (thrown: unknown) => void;
}

const DEFAULT_LEASE_MS = 10_000;
const DEFAULT_CRASH_LIMIT = 3;

const NOT_TAKEN = 'the message cannot be kept now and was not taken: try later';
const READING = 'tasks cannot be read now: try later';
const NOT_CHANGED = 'the task cannot be changed now: try later';
const NOT_ERASED = 'the task cannot be erased now: try later';

/**
 * Keeps tasks in an SQLite file and drives them on. What was accepted is answered, whatever happens
 * to the process: a runner that opens the file goes on with every task whose owner is gone. Throws
 * `StoreError` where the file cannot be used.
 */
export function createSqliteRunner(options: SqliteRunnerOptions): Runner {
  const { path, synchronous = 'FULL', observeCommit } = options;
  checkOptions(options);
  return runOn(storeOn(openDatabase(path, synchronous), path, observeCommit), options);
}

/** Throws where an option cannot be meant. */
export function checkOptions({ crashLimit = DEFAULT_CRASH_LIMIT }: SqliteRunnerOptions): void {
  if (!(crashLimit >= 2)) throw new RangeError(`crashLimit must be 2 or more, got ${crashLimit}`);
}

/** The runner over a store that is open; closing the runner closes it. */
export function runOn(store: OpenStore, options: SqliteRunnerOptions): Runner {
  const { database, path, queue, watch } = store;
  const { agents, clock = systemClock, newId = newUuid, retention, onError } = options;
  const { leaseMs = DEFAULT_LEASE_MS, crashLimit = DEFAULT_CRASH_LIMIT } = options;
  let closed = false;
  const isClosed = (): boolean => closed;
  const refusals = createRefusals({ path, isClosed, checkPlace: watch.check, onError });
  const { guarded, changing, report: onFailure } = refusals;
  const table = createTaskTable(database);
  const mail = createMailTable(database);
  const inbound = createInboundTable(database);
  const erasing = createErasingTable(database);
  const queries = createTaskQueries(performIn(database), table);
  const transactions = transactionsIn(store);
  const ownership = createOwnership(database, path, newId(), leaseMs);
  const owner = ownership.id;
  const outside = createOutsideChanges(database, {
    clock,
    isNeeded: () => residents.count() > 0,
    onChange: () => refusals.attempt(() => takeUpFreed({ table, residents })),
  });
  /** Other processes may write to what is in memory, and readers may follow it here now. */
  const onHeld = (): void => {
    outside.start();
    outside.wake();
  };
  const tell = onError ? discreetly(onError, newId) : failureOf;
  const base = { queue, table, mail, agents, clock };
  const residents = createResidents({ ...base, ownership, crashLimit, onHeld, onFailure, tell });
  const intake = createIntake({ ...base, residents, newId, owner, inbound, queries });
  const readers = createReaders({ residents, table, outside, isClosed });
  const upkeep = createUpkeep({ database, clock, retention, onFailure });
  const ending = { residents, queue, mail, erasing, readers };
  const roundsSite = { clock, leaseMs, watch, ownership, table, residents, outside, upkeep };
  const rounds = createRounds({ ...roundsSite, refusals });

  try {
    rounds.begin();
    upkeep.begin();
  } catch (thrown) {
    database.close();
    throw storeErrorOf(thrown, path);
  }
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
      rounds.stop();
      outside.stop();
      residents.beginNoTurns();
      const stopping = upkeep.stop();
      await within(clock, graceMs, Promise.allSettled(residents.running()));
      await stopping;
      // What is still running goes on when the file is opened again.
      queue.close();
      residents.abandon();
      release(ownership, store, onError);
    },
  };
}

function release(
  ownership: Ownership,
  { database, path }: OpenStore,
  onError: SqliteRunnerOptions['onError'],
): void {
  try {
    ownership.release();
  } catch (thrown) {
    // Its lock is open all the same, so that the next process need not wait.
    onError?.(storeErrorOf(thrown, path));
  } finally {
    database.close();
  }
}
