import { condition, getExternalWorkflowHandle, sleep, workflowInfo } from '@temporalio/workflow';
import { callKeyOf, callsAwaitingTask, isFinal, isInterrupted } from '@timestep-ai/timestep/core';
import { CANCEL_SIGNAL, SETTLED_SIGNAL, WATCH_SIGNAL, type Watcher } from '../task/task-record.ts';
import type { WritingActivities } from './activities.ts';
import type { WorkflowLog } from './workflow-log.ts';

export interface WaitsSite {
  readonly log: WorkflowLog;
  readonly writing: WritingActivities;
  /** Whether the task does nothing before something comes in. */
  readonly isAtRest: () => boolean;
}

/** What a task waits for, and what waits for it: the workflows of tasks tell one another. */
export interface Waits {
  /** Notes another task that must hear when this one is settled. */
  readonly watch: (watcher: Watcher) => void;
  /** Takes the news that an awaited task is settled. */
  readonly settled: (key: string) => void;
  /** Waits until a task at rest can go on. */
  readonly rest: () => Promise<void>;
  /** Tells all that wait for the task that it has ended, and cancels what it has waited for. */
  readonly end: () => Promise<void>;
  /** What waits for this task, for the next run. */
  readonly watchers: () => readonly Watcher[];
}

/** The pause before an awaited task is looked at again, because it was under way again. */
const PAUSE_MS = 1000;

/** Temporal bounds how many signals of a workflow may be on their way. */
const AT_ONCE = 500;

/** A longer wait is made of several, because timers of Temporal are bounded. */
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** A call that waits. */
interface Wait {
  readonly key: string;
  readonly callId: string;
  readonly awaitedId: string;
  readonly until: number;
}

export function createWaits(site: WaitsSite, carried: readonly Watcher[] = []): Waits {
  const { log, writing, isAtRest } = site;
  let watchers = carried;
  /** The calls whose awaited tasks have been asked to tell, by their keys. */
  const watching = new Set<string>();
  /** The calls whose awaited tasks are settled, or do not run. */
  const told = new Map<string, 'settled' | 'gone'>();

  function isSettled(): boolean {
    return isFinal(log.task) || isInterrupted(log.task);
  }

  async function tellWatchers(): Promise<void> {
    while (isSettled() && watchers.length > 0) {
      const telling = watchers.slice(0, AT_ONCE);
      watchers = watchers.slice(AT_ONCE);
      await Promise.all(telling.map(({ taskId, key }) => sent(taskId, SETTLED_SIGNAL, key)));
    }
  }

  async function begin({ key, awaitedId }: Wait): Promise<void> {
    watching.add(key);
    const { id, origin } = log.task;
    const watcher: Watcher = { taskId: id, key, principal: origin.principal };
    const isSent = awaitedId !== id && (await sent(awaitedId, WATCH_SIGNAL, watcher));
    if (!isSent) told.set(key, 'gone');
  }

  /** Goes on with a call, where what it waits for is settled or gone, or its time is over. */
  async function goOn({ key, callId, awaitedId, until }: Wait): Promise<void> {
    const isGone = told.get(key) === 'gone';
    const isLate = until <= Date.now();
    const { id: taskId, origin } = log.task;
    const waiting = { taskId, key, callId, awaitedId, principal: origin.principal };
    const { event } = await writing.lookAtAwaited({ ...waiting, isGone, isLate });
    told.delete(key);
    watching.delete(key);
    const isOpen = waitsOf(log).some((wait) => wait.key === key);
    if (event && isOpen) log.add(event, Date.now());
    else if (!event) await sleep(PAUSE_MS);
  }

  return {
    watch(watcher) {
      const { taskId, key, principal } = watcher;
      // What it may not see is as if it were not there, which it finds out at once.
      if (principal !== log.task.origin.principal) void sent(taskId, SETTLED_SIGNAL, key);
      else if (!watchers.some((one) => one.key === key)) watchers = [...watchers, watcher];
    },
    settled(key) {
      if (!told.has(key)) told.set(key, 'settled');
    },
    async rest() {
      const waits = waitsOf(log);
      await Promise.all(waits.filter(({ key }) => !watching.has(key)).map(begin));
      const isNews = (): boolean =>
        !isAtRest() ||
        waits.some(({ key }) => told.has(key)) ||
        (isSettled() && watchers.length > 0);
      const until = Math.min(...waits.map((wait) => wait.until));
      if (until === Number.POSITIVE_INFINITY) await condition(isNews);
      else await condition(isNews, Math.min(Math.max(1, until - Date.now()), LONGEST_MS));
      await tellWatchers();
      if (!isAtRest()) return;
      const due = waits.filter(({ key, until: end }) => told.has(key) || end <= Date.now());
      await Promise.all(due.map(goOn));
    },
    async end() {
      const { principal } = log.task.origin;
      const awaited = waitsOf(log).map(({ awaitedId }) => awaitedId);
      const others = awaited.filter((id) => id !== log.task.id);
      await Promise.all(others.map((id) => sent(id, CANCEL_SIGNAL, principal)));
      await tellWatchers();
    },
    watchers: () => watchers,
  };
}

function waitsOf({ task }: WorkflowLog): Wait[] {
  return callsAwaitingTask(task).flatMap((state) => {
    if (!state.awaits) return [];
    const { task_id: awaitedId, until = Number.POSITIVE_INFINITY } = state.awaits;
    return [{ key: callKeyOf(task, state), callId: state.call.id, awaitedId, until }];
  });
}

/** Signals the workflow of another task; false where it does not run. */
async function sent(taskId: string, signal: string, arg: unknown): Promise<boolean> {
  if (taskId === workflowInfo().workflowId) return false;
  try {
    await getExternalWorkflowHandle(taskId).signal(signal, arg);
    return true;
  } catch {
    return false;
  }
}
