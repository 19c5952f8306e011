import { isFinal, type Task } from '../../core/index.ts';
import {
  RunnerError,
  type Clock,
  type Retention,
  type Runner,
  type ServedAgent,
  type TaskUpdate,
} from '../../port/index.ts';
import { performIn, stateKeyIn } from '../../store/index.ts';
import { systemClock } from '../clock.ts';
import { discreetly, failureOf } from '../failure.ts';
import { newUuid } from '../new-id.ts';
import { newSecret } from '../new-secret.ts';
import { within } from '../within.ts';
import type { ObserveCommit } from './commit-queue.ts';
import { openDatabase, type Synchronous } from './database.ts';
import { createErasingTable } from './erasing-table.ts';
import { createInboundTable } from './inbound-table.ts';
import { createIntake } from './intake.ts';
import { createMailTable } from './mail-table.ts';
import { storeOn, transactionsIn, type OpenStore } from './open-store.ts';
import { createOutsideChanges } from './outside-changes.ts';
import { createOwnership, NOBODY } from './ownership.ts';
import { createReaders } from './readers.ts';
import { createResidents } from './residents.ts';
import { createUpkeep } from './upkeep.ts';
import { FencedError, storeErrorOf } from './store-error.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';

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
  /** Told of failures that no caller is waiting for, and of what callers are told less of. */
  readonly onError?: (thrown: unknown) => void;
}

const DEFAULT_LEASE_MS = 10_000;
const DEFAULT_CRASH_LIMIT = 3;

/** What is erased at once, with the task; the rest follows in steps. */
const RECORDS_AT_ONCE = 500;

const NEVER = new AbortController().signal;

const READING = 'tasks cannot be read now: try later';

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
  const { agents, clock = systemClock, newId = newUuid } = options;
  const { leaseMs = DEFAULT_LEASE_MS, crashLimit = DEFAULT_CRASH_LIMIT } = options;
  const transactions = transactionsIn(store);
  const table = createTaskTable(database);
  const inbound = createInboundTable(database);
  const mail = createMailTable(database);
  const queries = createTaskQueries(performIn(database), table);
  const ownership = createOwnership(database, path, newId(), leaseMs);
  const owner = ownership.id;
  const onFailure = failed;
  const outside = createOutsideChanges(database, {
    clock,
    isNeeded: () => residents.count() > 0,
    onChange: () => attempt(takeUpFreed),
  });
  const onHeld = held;
  const tell = options.onError ? discreetly(options.onError, newId) : failureOf;
  const base = { queue, table, mail, agents, clock };
  const residents = createResidents({ ...base, ownership, crashLimit, onHeld, onFailure, tell });
  const intake = createIntake({ ...base, residents, newId, owner, inbound, queries });
  const readers = createReaders({ residents, table, outside, isClosed: () => closed });
  const upkeep = createUpkeep({ database, clock, retention: options.retention, onFailure });
  const erasing = createErasingTable(database);
  let closed = false;
  let isToldGone = false;
  let callOff = (): void => undefined;

  /** What is in memory others may write to, and those who wait may follow it here now. */
  function held(): void {
    outside.start();
    outside.wake();
  }

  function failed(thrown: unknown): void {
    if (closed) return;
    const error = storeErrorOf(thrown, path);
    // One sentence is enough for as long as the files are away, whatever is refused meanwhile.
    if (error.code === 'gone' && isToldGone) return;
    isToldGone = error.code === 'gone';
    options.onError?.(error);
  }

  /** What a caller may know of a failure; the rest is for whoever runs the process. */
  function refusalOf(thrown: unknown, advice: string): unknown {
    if (thrown instanceof RunnerError) return thrown;
    if (closed) return new RunnerError('closed', 'the server is shutting down');
    if (thrown instanceof FencedError) {
      return new RunnerError('busy-elsewhere', 'another process works on this task: try again');
    }
    failed(thrown);
    return new RunnerError('store-failed', advice);
  }

  async function guarded<T>(advice: string, act: () => T | Promise<T>): Promise<T> {
    try {
      if (closed) throw new RunnerError('closed', 'the server is shutting down');
      return await act();
    } catch (thrown) {
      throw refusalOf(thrown, advice);
    }
  }

  async function* readable(updates: AsyncIterable<TaskUpdate>): AsyncGenerator<TaskUpdate> {
    try {
      yield* updates;
    } catch (thrown) {
      if (!closed) throw refusalOf(thrown, READING);
    }
  }

  /** Says that this process lives, and goes on with what nobody is working on. */
  function look(): void {
    watch.write(() => ownership.renew(clock.now()));
    isToldGone = false;
    // What was refused at the last moment may have been written all the same.
    if (watch.wereAway()) residents.takeUpOwn();
    for (const gone of ownership.lapsed(clock.now())) {
      residents.inherit(gone);
      ownership.forget(gone);
    }
    residents.review();
    outside.wake();
    upkeep.look();
  }

  /** What others have written may concern what is in memory here, or be for anybody to go on with. */
  function takeUpFreed(): void {
    if (table.hasWork(NOBODY)) residents.inherit(NOBODY);
    residents.review();
  }

  function attempt(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      failed(thrown);
    }
  }

  function lookAgainLater(): void {
    callOff = clock.schedule(leaseMs / 3, () => {
      if (closed) return;
      attempt(look);
      lookAgainLater();
    });
  }

  async function cancel(taskId: string): Promise<Task> {
    const known = residents.find(taskId);
    if (!known) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    if (isFinal(known)) return known;
    if (residents.isDrivenElsewhere(taskId)) {
      let isLeft = false;
      await queue.add(() => {
        isLeft = residents.isDrivenElsewhere(taskId);
        if (isLeft) mail.put(taskId, { kind: 'cancel' });
      });
      if (isLeft) return readers.settled(taskId, NEVER);
    }
    const resident = residents.bring(taskId);
    if (!resident.log.task.cancelRequested && !isFinal(resident.log.task)) {
      await resident.log.append({ type: 'cancel.requested' });
    }
    resident.conducting?.interrupt();
    residents.keepGoing(resident);
    return readers.settled(taskId, NEVER);
  }

  async function erase(taskId: string): Promise<void> {
    const known = residents.find(taskId);
    if (!known) return;
    if (!isFinal(known)) await cancel(taskId);
    await queue.add(() => {
      if (!erasing.begin([taskId])) return;
      erasing.eraseSome(RECORDS_AT_ONCE);
      erasing.noteTraces();
    });
    residents.forgetErased(taskId);
  }

  try {
    look();
    lookAgainLater();
    upkeep.begin();
  } catch (thrown) {
    database.close();
    throw storeErrorOf(thrown, path);
  }

  return {
    submit: (submission) =>
      guarded('the message cannot be kept now and was not taken: try later', () => {
        watch.check();
        return intake(submission);
      }),
    get: (taskId) => guarded(READING, () => residents.find(taskId)),
    list: (query) => guarded(READING, () => queries.page(query)),
    updates(taskId, after, signal) {
      try {
        return readable(readers.updates(taskId, after, signal));
      } catch (thrown) {
        throw refusalOf(thrown, READING);
      }
    },
    settled: (taskId, signal) => guarded(READING, () => readers.settled(taskId, signal)),
    stateKey: () => guarded(READING, () => stateKeyIn(transactions, newSecret)),
    cancel: (taskId) =>
      guarded('the task cannot be changed now: try later', () => {
        watch.check();
        return cancel(taskId);
      }),
    erase: (taskId) =>
      guarded('the task cannot be erased now: try later', () => {
        watch.check();
        return erase(taskId);
      }),
    trouble: () => watch.trouble(),
    async close(graceMs) {
      if (closed) return;
      closed = true;
      callOff();
      outside.stop();
      residents.beginNoTurns();
      const stopping = upkeep.stop();
      await within(clock, graceMs, Promise.allSettled(residents.running()));
      await stopping;
      // What is still running goes on when the file is opened again.
      queue.close();
      residents.abandon();
      try {
        ownership.release();
      } catch (thrown) {
        // Its lock is open all the same, so that the next process need not wait.
        options.onError?.(storeErrorOf(thrown, path));
      } finally {
        database.close();
      }
    },
  };
}
