import type { DatabaseSync } from 'node:sqlite';
import {
  eventsOfOutcome,
  isFinal,
  outcomeWithoutTask,
  outcomeOfTask,
  type Task,
  type TaskOutcome,
} from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgents } from '../../port/index.ts';
import { atTime } from '../at-time.ts';
import type { CommitQueue } from './commit-queue.ts';
import { requestCancel } from './end-task.ts';
import type { MailTable } from './mail-table.ts';
import type { OutsideChanges } from './outside-changes.ts';
import type { Residents } from './residents.ts';
import { isIdle } from './sqlite-task-log.ts';
import { FencedError } from './store-error.ts';
import { createWaitTable, type DueWait, type WaitTable } from './wait-table.ts';

export interface WaitsSite {
  readonly database: DatabaseSync;
  readonly queue: CommitQueue;
  readonly mail: MailTable;
  readonly residents: Residents;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  /** Looks for changes by other processes while calls wait. */
  readonly outside: Pick<OutsideChanges, 'start'>;
  /** Receives failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** Goes on with calls that have waited for other tasks. Nothing of a call that waits is in memory. */
export interface Waits {
  /** Looks for calls that need not wait any longer. */
  readonly look: () => void;
  /** Looks in the next turn of the event loop, once for all that ask in this one. */
  readonly lookSoon: () => void;
  /** Whether any call waited at the last look, so that changes by other processes matter here. */
  readonly areAny: () => boolean;
  readonly stop: () => void;
}

/** Calls that are gone on with at a time. */
const AT_ONCE = 100;

export function createWaits(site: WaitsSite): Waits {
  const { database, agents, clock, onFailure } = site;
  const waitTable = createWaitTable(database);
  let callOff = (): void => undefined;
  let isStopped = false;
  let areAny = false;
  let isLooking = false;
  /** Whether calls may have become due since the look that is under way. */
  let isNews = false;

  async function lookOnce(): Promise<void> {
    if (isStopped) return;
    const names = agents.names();
    const due = waitTable.due(clock.now(), names, AT_ONCE);
    const done = await Promise.all(due.map(attempt));
    // A call that could not be gone on with stays due until the next change.
    if (due.length === AT_ONCE && done.includes(true)) isNews = true;
  }

  async function attempt(wait: DueWait): Promise<boolean> {
    try {
      return await goOn(site, waitTable, wait);
    } catch (thrown) {
      // Another process has the task, or goes on with the call.
      const isElsewhere = thrown instanceof RunnerError || thrown instanceof FencedError;
      if (!isElsewhere && !isStopped) onFailure(thrown);
      return false;
    }
  }

  async function lookOn(): Promise<void> {
    isLooking = true;
    try {
      do {
        isNews = false;
        await lookOnce();
      } while (isNews);
      if (!isStopped) lookAtNextTime();
    } catch (thrown) {
      if (!isStopped) onFailure(thrown);
    } finally {
      isLooking = false;
    }
  }

  function lookAtNextTime(): void {
    callOff();
    areAny = waitTable.hasAny();
    if (areAny) site.outside.start();
    const next = waitTable.nextDue(clock.now());
    callOff = next === undefined ? () => undefined : atTime(clock, next, look);
  }

  function look(): void {
    isNews = true;
    if (!isLooking && !isStopped) void lookOn();
  }

  let isSoon = false;
  return {
    look,
    lookSoon() {
      if (isSoon) return;
      isSoon = true;
      setImmediate(() => {
        isSoon = false;
        look();
      });
    },
    areAny: () => areAny,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}

/**
 * Goes on with the task of a call, or cancels what the call of an ended task has waited for. Returns false
 * where the awaited task is under way again, or is about to be.
 */
async function goOn(site: WaitsSite, waitTable: WaitTable, wait: DueWait): Promise<boolean> {
  const { queue, residents } = site;
  const awaited = awaitedBy(site, wait);
  if (wait.isOver) {
    if (awaited) await requestCancel(site, awaited.id);
    await queue.add(() => waitTable.remove(wait));
    return true;
  }
  const outcome = outcomeOf(site, wait, awaited);
  if (!outcome) {
    await queue.add(() => waitTable.waitOn(wait));
    return false;
  }
  const held = residents.bring(wait.taskId);
  const events = eventsOfOutcome(held.log.task, wait.key, outcome);
  if (events.length > 0) await held.log.appendAll(events);
  residents.keepGoing(held);
  return true;
}

/** The awaited task as it is on disk, where it belongs to the same principal. */
function awaitedBy({ residents }: WaitsSite, wait: DueWait): Task | undefined {
  const task = wait.awaitedId === wait.taskId ? undefined : residents.find(wait.awaitedId);
  return task?.origin.principal === wait.principal ? task : undefined;
}

/** What became of the awaited task; `undefined` where it is under way again. */
function outcomeOf(
  { mail, clock }: WaitsSite,
  { awaitedId, until }: DueWait,
  awaited: Task | undefined,
): TaskOutcome | undefined {
  if (!awaited) return outcomeWithoutTask(awaitedId);
  const hasMail = mail.pending(awaitedId, 0).length > 0;
  const isSettled = isFinal(awaited) || (isIdle(awaited) && !hasMail);
  if (isSettled) return outcomeOfTask(awaited);
  return until <= clock.now() ? outcomeOfTask(awaited, { timed_out: true }) : undefined;
}
