import { randomBytes } from 'node:crypto';
import { DEFAULT_CRASH_LIMIT, hasTaskEnded } from '#core';
import {
  createRunnerClosedError,
  createTaskChangesNotifier,
  toServedAgents,
  type Clock,
  type TaskChangesNotifier,
  type Retention,
  type Runner,
  type ServedAgent,
  type ServedAgents,
  type TaskUpdate,
  type HookSlot,
} from '#engine/port';
import { createTransactionRunner, loadStateKey, toStoreError, type Disk } from '#engine/store';
import { systemClock, waitAtMost } from '../clock.ts';
import { createFailureRecorder, toFailure } from '../failure.ts';
import { createUuid } from '../uuid.ts';
import { releaseAndResumeOnAgentChange } from './ownership/watch-agents.ts';
import type { ObserveCommit } from './file/commit-queue.ts';
import { openDatabase, type Synchronous } from './file/database.ts';
import { cancelTask, eraseTask } from './messages/end-task.ts';
import { createErasingTable } from './upkeep/erasing-table.ts';
import { createInboundTable } from './messages/inbound-table.ts';
import { createSqliteSubmissionHandler } from './messages/accept-submission.ts';
import type { HostParts, RunnerParts, RunnerState } from './runner-parts.ts';
import { createMailTable } from './messages/mail-table.ts';
import { createOpenStore, createTransactions, type OpenStore } from './file/open-store.ts';
import { createOutsideChangeDetector } from './file/outside-changes.ts';
import { createOwnerId } from './ownership/owner-id.ts';
import { createOwnership, type Ownership } from './ownership/ownership.ts';
import { createSqliteTaskReaders } from './tasks/readers.ts';
import { createErrorHandler, type ErrorHandler } from './error-handler.ts';
import { createTaskHost } from './tasks/task-host.ts';
import { createHeartbeat, handleOutsideWrites } from './ownership/runner-heartbeat.ts';
import { createTaskQueries } from './tasks/task-queries.ts';
import { createTaskTable } from './tasks/task-table.ts';
import { createUpkeep, type Upkeep } from './upkeep/upkeep.ts';
import { createWaits, type Waits } from './waits/waits.ts';

/** Options of a runner on SQLite. */
export interface SqliteRunnerOptions {
  /** Path of the database file, which is created if it does not exist. */
  readonly path: string;
  /** The served agents. A collection may change while the runner runs. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** When commits are synced to disk. Default: `FULL`, to survive a power failure. */
  readonly synchronous?: Synchronous;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /**
   * Milliseconds without a lease renewal after which other processes take over. Default: 10 000.
   */
  readonly leaseMs?: number;
  /**
   * Number of consecutive crashes caused by a task after which it stops and asks its user whether
   * to continue. At least 2. Default: 3.
   */
  readonly crashLimit?: number;
  /** How long ended tasks are retained. Default: forever. */
  readonly retention?: Retention;
  /** Facts about the file system of `path`. Only for tests. */
  readonly disk?: Disk;
  readonly observeCommit?: ObserveCommit;
  /** Callback for failures that no caller awaits, and for details that callers do not receive. */
  readonly onError?: (thrown: unknown) => void;
}

const DEFAULT_LEASE_MS = 10_000;

const SUBMIT_ADVICE = 'the message cannot be stored now and was not accepted: try again later';
const READ_ADVICE = 'tasks cannot be read now: try again later';
const CHANGE_ADVICE = 'the task cannot be changed now: try again later';
const ERASE_ADVICE = 'the task cannot be erased now: try again later';

/** Creates a runner on an SQLite file. It resumes tasks of dead processes. Throws `StoreError`. */
export function createSqliteRunner(options: SqliteRunnerOptions): Runner {
  const { path, synchronous = 'FULL', observeCommit, disk } = options;
  checkCrashLimit(options);
  return createRunnerOnStore(
    createOpenStore(openDatabase(path, synchronous, disk), path, observeCommit),
    options,
  );
}

export function checkCrashLimit({ crashLimit = DEFAULT_CRASH_LIMIT }: SqliteRunnerOptions): void {
  if (!(crashLimit >= 2)) throw new RangeError(`crashLimit must be 2 or more, got ${crashLimit}`);
}

/** Creates a runner on an open store. Closing it closes the store. */
export function createRunnerOnStore(
  store: OpenStore,
  options: SqliteRunnerOptions,
  changes: TaskChangesNotifier = createTaskChangesNotifier(),
  hooks?: HookSlot,
): Runner {
  const { database, path, queue, watch } = store;
  const { clock = systemClock, newId = createUuid, retention, onError } = options;
  const agents = toServedAgents(options.agents);
  const { leaseMs = DEFAULT_LEASE_MS, crashLimit = DEFAULT_CRASH_LIMIT } = options;
  const state: RunnerState = { isStopping: false, isClosed: false };
  const isClosed = (): boolean => state.isClosed;
  const errors = createErrorHandler({ path, isClosed, checkFiles: watch.check, onError });
  const { runRequest, runWriteRequest, report: onFailure } = errors;
  const table = createTaskTable(database);
  const queries = createTaskQueries(createTransactionRunner(database), table, { onFailure });
  const transactions = createTransactions(store);
  const ownership = createOwnership(database, path, createOwnerId(process.pid, newId()), leaseMs);
  const outside = createOutsideChangeDetector(database, {
    clock,
    isNeeded: () => host.count() > 0 || waits.hasAny(),
    onChange: () => errors.runAndReport(() => handleOutsideWrites(parts, waits, state)),
  });
  const shared = { queue, table, queries, ownership, agents, clock, newId, crashLimit, hooks };
  const taskParts: RunnerParts = {
    ...shared,
    mail: createMailTable(database),
    inbound: createInboundTable(database),
    onLoaded() {
      outside.start();
      outside.wake();
    },
    onWaitDue: () => waits.checkSoon(),
    onDurable: (task) => changes.notify(task.id, hasTaskEnded(task)),
    onFailure,
    reportFailure: onError ? createFailureRecorder(onError, newId) : toFailure,
  };
  const host = createTaskHost(taskParts);
  const parts: HostParts = { ...taskParts, database, watch, outside, errors, host, isClosed };
  const acceptSubmission = createSqliteSubmissionHandler(parts);
  const readers = createSqliteTaskReaders(parts);
  const upkeep = createUpkeep(database, clock, retention, onFailure);
  const endTaskDeps = { ...parts, erasing: createErasingTable(database), readers };
  const waits = createWaits(parts);
  const heartbeat = createHeartbeat({ ...parts, leaseMs, upkeep, waits, state });
  const stopWatching = releaseAndResumeOnAgentChange(parts);

  startPartsOrCloseStore([heartbeat, upkeep], store, stopWatching);
  return {
    submit: (submission) =>
      runWriteRequest(SUBMIT_ADVICE, () => {
        if (state.isStopping) throw createRunnerClosedError();
        return acceptSubmission(submission);
      }),
    get: (taskId) => runRequest(READ_ADVICE, () => host.find(taskId)),
    list: (query) => runRequest(READ_ADVICE, () => queries.getPage(query)),
    subscribe: (taskId, after, signal) =>
      convertSubscriptionErrors(errors, () => readers.subscribe(taskId, after, signal)),
    waitUntilSettled: (taskId, signal) =>
      runRequest(READ_ADVICE, () => readers.waitUntilSettled(taskId, signal)),
    getStateKey: () =>
      runRequest(READ_ADVICE, () => loadStateKey(transactions, () => randomBytes(32))),
    cancel: (taskId) => runWriteRequest(CHANGE_ADVICE, () => cancelTask(endTaskDeps, taskId)),
    erase: (taskId) => runWriteRequest(ERASE_ADVICE, () => eraseTask(endTaskDeps, taskId)),
    getStorageProblem: () => watch.getProblem(),
    async close(graceMs) {
      if (state.isStopping) return;
      state.isStopping = true;
      stopWatching();
      await waitForRunningWork({ ...parts, waits, upkeep, changes }, graceMs);
      state.isClosed = true;
      heartbeat.stop();
      outside.stop();
      queue.close();
      host.abandon();
      releaseOwnershipAndClose(ownership, store, onError);
    },
  };
}

/** Waits up to `graceMs` for running tasks and for watchers of their last events, and commits pending writes. */
async function waitForRunningWork(
  { ownership, waits, host, upkeep, clock, changes, queue }: StoppingParts,
  graceMs: number,
): Promise<void> {
  ownership.mark.depart();
  waits.stop();
  host.stopRetries();
  const stopping = upkeep.stop();
  await waitAtMost(clock, graceMs, Promise.allSettled(host.running()));
  await changes.end(graceMs);
  await stopping;
  await queue.settle();
}

interface StoppingParts extends HostParts {
  readonly waits: Waits;
  readonly upkeep: Upkeep;
  readonly changes: TaskChangesNotifier;
}

function convertSubscriptionErrors(
  errors: ErrorHandler,
  subscribe: () => AsyncIterable<TaskUpdate>,
): AsyncIterable<TaskUpdate> {
  try {
    return errors.guardUpdates(READ_ADVICE, subscribe());
  } catch (thrown) {
    throw errors.reportAndBuildCallerError(thrown, READ_ADVICE);
  }
}

/** Starts the parts of the runner, such as waits and retries. If one fails, closes the store and throws. */
function startPartsOrCloseStore(
  parts: readonly { readonly start: () => void }[],
  { database, path }: OpenStore,
  onFailure: () => void,
): void {
  try {
    for (const part of parts) part.start();
  } catch (thrown) {
    onFailure();
    database.close();
    throw toStoreError(thrown, path);
  }
}

function releaseOwnershipAndClose(
  ownership: Ownership,
  { database, path }: OpenStore,
  onError: SqliteRunnerOptions['onError'],
): void {
  try {
    ownership.release();
  } catch (thrown) {
    // The owner lock is released even if closing fails.
    onError?.(toStoreError(thrown, path));
  } finally {
    database.close();
  }
}
