import {
  awaitedOutcomeToEvents,
  hasTaskEnded,
  isSettled,
  buildMissingTaskOutcome,
  buildTaskOutcome,
  type Task,
  type TaskOutcome,
} from '#core';
import { RunnerError } from '#engine/port';
import { scheduleAt } from '../../clock.ts';
import type { HostParts } from '../runner-parts.ts';
import { requestTaskCancel } from '../messages/end-task.ts';
import { FencedError } from '#engine/store';
import { createWaitTable, type DueWait, type WaitTable } from './wait-table.ts';

/**
 * Resumes tool calls that waited for other tasks. Waiting calls are stored only in the database.
 */
export interface Waits {
  readonly check: () => void;
  /**
   * Requests a check for calls whose awaited task has ended or whose deadline has passed. All requests in
   * the same turn of the event loop cause one check.
   */
  readonly checkSoon: () => void;
  /** Returns whether some call waited for a task at the last check. */
  readonly hasAny: () => boolean;
  readonly stop: () => void;
}

const MAX_CONCURRENT = 100;

export function createWaits(deps: HostParts): Waits {
  const { database, agents, clock, onFailure } = deps;
  const waitTable = createWaitTable(database);
  let callOff = (): void => undefined;
  let isStopped = false;
  let areAny = false;
  let isChecking = false;
  /** Whether more calls may be resumable since the running check started. */
  let mayBeDue = false;

  async function resumeDueCalls(): Promise<void> {
    if (isStopped) return;
    const names = agents.names();
    const due = waitTable.listDue(clock.now(), names, MAX_CONCURRENT);
    const done = await Promise.all(due.map(tryResumeCall));
    // A call that could not be resumed is tried again at the next check.
    if (due.length === MAX_CONCURRENT && done.includes(true)) mayBeDue = true;
  }

  async function tryResumeCall(wait: DueWait): Promise<boolean> {
    try {
      return await tryEndWait(deps, waitTable, wait);
    } catch (thrown) {
      // Another process owns the task, or has resumed the call.
      const isElsewhere = thrown instanceof RunnerError || thrown instanceof FencedError;
      if (!isElsewhere && !isStopped) onFailure(thrown);
      return false;
    }
  }

  async function resumeDueCallsUntilNoneLeft(): Promise<void> {
    isChecking = true;
    try {
      do {
        mayBeDue = false;
        await resumeDueCalls();
      } while (mayBeDue);
      if (!isStopped) scheduleCheckAtNextDueTime();
    } catch (thrown) {
      if (!isStopped) onFailure(thrown);
    } finally {
      isChecking = false;
    }
  }

  function scheduleCheckAtNextDueTime(): void {
    callOff();
    areAny = waitTable.hasAny();
    if (areAny) deps.outside.start();
    const next = waitTable.getNextDueTime(clock.now());
    callOff = next === undefined ? () => undefined : scheduleAt(clock, next, checkForDueCalls);
  }

  function checkForDueCalls(): void {
    mayBeDue = true;
    if (!isChecking && !isStopped) void resumeDueCallsUntilNoneLeft();
  }

  let isSoon = false;
  return {
    check: checkForDueCalls,
    checkSoon() {
      if (isSoon) return;
      isSoon = true;
      setImmediate(() => {
        isSoon = false;
        checkForDueCalls();
      });
    },
    hasAny: () => areAny,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}

/**
 * Ends a wait: resumes the waiting call, or cancels the awaited task if the waiting task has ended.
 * False if the awaited task is running again.
 */
async function tryEndWait(deps: HostParts, waitTable: WaitTable, wait: DueWait): Promise<boolean> {
  const { queue, host } = deps;
  const awaited = findAwaitedTask(deps, wait);
  if (wait.isOver) {
    if (awaited) await requestTaskCancel(deps, awaited.id);
    await queue.add(() => waitTable.remove(wait));
    return true;
  }
  const outcome = getAwaitedOutcome(deps, wait, awaited);
  if (!outcome) {
    await queue.add(() => waitTable.waitAgain(wait));
    return false;
  }
  const loaded = host.load(wait.taskId);
  const events = awaitedOutcomeToEvents(loaded.log.task, wait.key, outcome);
  if (events.length > 0) await loaded.log.appendAll(events);
  host.start(loaded);
  return true;
}

function findAwaitedTask({ host }: HostParts, wait: DueWait): Task | undefined {
  const task = wait.awaitedId === wait.taskId ? undefined : host.find(wait.awaitedId);
  return task?.origin.principal === wait.principal ? task : undefined;
}

function getAwaitedOutcome(
  { mail, clock }: HostParts,
  { awaitedId, until }: DueWait,
  awaited: Task | undefined,
): TaskOutcome | undefined {
  if (!awaited) return buildMissingTaskOutcome(awaitedId);
  const hasMail = mail.listPending(awaitedId, 0).length > 0;
  if (hasTaskEnded(awaited) || (isSettled(awaited) && !hasMail)) return buildTaskOutcome(awaited);
  return until <= clock.now() ? buildTaskOutcome(awaited, { timed_out: true }) : undefined;
}
