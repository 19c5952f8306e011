import {
  condition,
  getExternalWorkflowHandle,
  patched,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { getCallKey, isSettled, listCallsAwaitingTask } from '@timestep-ai/timestep/core';
import {
  CANCEL_SIGNAL,
  SETTLED_SIGNAL,
  WATCH_SIGNAL,
  type WaitingCall,
} from '../task/task-record.ts';
import { listPossibleWorkflowIds } from '../task/workflow-id.ts';
import type { WriteActivities } from './activities.ts';
import type { WorkflowLog } from './workflow-log.ts';

/** Tasks for which a task waits, and tasks that wait for it. Their workflows signal each other. */
export interface TaskWaits {
  readonly watch: (watcher: WaitingCall) => void;
  readonly settled: (key: string) => void;
  readonly rest: () => Promise<void>;
  /** Tells the tasks that wait for this task of its end, and cancels the tasks that it awaited. */
  readonly end: () => Promise<void>;
  readonly watchers: () => readonly WaitingCall[];
}

/**
 * Name of the patch that introduced a prefix of workflow ids. Replays of workflows that started before it use
 * no prefix.
 */
const IDS_PATCH = 'prefix-of-workflow-ids';

/** Milliseconds after which an awaited task that was running again is checked again. */
const PAUSE_MS = 1000;

/** Maximum number of signals that a workflow sends at once: Temporal limits pending signals. */
const MAX_CONCURRENT_SIGNALS = 500;

/** Maximum delay of a Temporal timer in milliseconds; a longer wait uses several timers. */
const MAX_TIMER_MS = 7 * 24 * 3600 * 1000;

interface PendingWait {
  readonly key: string;
  readonly callId: string;
  readonly awaitedId: string;
  readonly until: number;
}

/** `isAtRest` returns whether a task does nothing until a message or a signal arrives. */
export function createTaskWaits(
  log: WorkflowLog,
  writing: WriteActivities,
  isAtRest: () => boolean,
  carried: readonly WaitingCall[] = [],
): TaskWaits {
  let watchers = carried;
  /** Keys of the calls whose awaited tasks have been asked to report their end. */
  const watching = new Set<string>();
  const told = new Map<string, 'settled' | 'gone'>();

  async function notifyWatchers(): Promise<void> {
    while (isSettled(log.task) && watchers.length > 0) {
      const telling = watchers.slice(0, MAX_CONCURRENT_SIGNALS);
      watchers = watchers.slice(MAX_CONCURRENT_SIGNALS);
      await Promise.all(telling.map(({ taskId, key }) => signalTask(taskId, SETTLED_SIGNAL, key)));
    }
  }

  async function watchAwaitedTask({ key, awaitedId }: PendingWait): Promise<void> {
    watching.add(key);
    const { id, origin } = log.task;
    const watcher: WaitingCall = { taskId: id, key, principal: origin.principal };
    const isSent = awaitedId !== id && (await signalTask(awaitedId, WATCH_SIGNAL, watcher));
    if (!isSent) told.set(key, 'gone');
  }

  async function tryResumeCall({ key, callId, awaitedId, until }: PendingWait): Promise<void> {
    const isGone = told.get(key) === 'gone';
    const isLate = until <= Date.now();
    const { id: taskId, origin } = log.task;
    const waiting = { taskId, key, callId, awaitedId, principal: origin.principal };
    const { event } = await writing.lookAtAwaited({ ...waiting, isGone, isLate });
    told.delete(key);
    watching.delete(key);
    const isOpen = listPendingWaits(log).some((wait) => wait.key === key);
    if (event && isOpen) log.addEvent(event, Date.now());
    else if (!event) await sleep(PAUSE_MS);
  }

  return {
    watch(watcher) {
      const { taskId, key, principal } = watcher;
      // An awaited task of another principal is treated as if it did not exist.
      if (principal !== log.task.origin.principal) void signalTask(taskId, SETTLED_SIGNAL, key);
      else if (!watchers.some((one) => one.key === key)) watchers = [...watchers, watcher];
    },
    settled(key) {
      if (!told.has(key)) told.set(key, 'settled');
    },
    async rest() {
      const waits = listPendingWaits(log);
      await Promise.all(waits.filter(({ key }) => !watching.has(key)).map(watchAwaitedTask));
      const isNews = (): boolean =>
        !isAtRest() ||
        waits.some(({ key }) => told.has(key)) ||
        (isSettled(log.task) && watchers.length > 0);
      const until = Math.min(...waits.map((wait) => wait.until));
      if (until === Number.POSITIVE_INFINITY) await condition(isNews);
      else await condition(isNews, Math.min(Math.max(1, until - Date.now()), MAX_TIMER_MS));
      await notifyWatchers();
      if (!isAtRest()) return;
      const due = waits.filter(({ key, until: end }) => told.has(key) || end <= Date.now());
      await Promise.all(due.map(tryResumeCall));
    },
    async end() {
      const { principal } = log.task.origin;
      const awaited = listPendingWaits(log).map(({ awaitedId }) => awaitedId);
      const others = awaited.filter((id) => id !== log.task.id);
      await Promise.all(others.map((id) => signalTask(id, CANCEL_SIGNAL, principal)));
      await notifyWatchers();
    },
    watchers: () => watchers,
  };
}

function listPendingWaits({ task }: WorkflowLog): PendingWait[] {
  return listCallsAwaitingTask(task).flatMap((state) => {
    if (!state.awaits) return [];
    const { task_id: awaitedId, until = Number.POSITIVE_INFINITY } = state.awaits;
    return [{ key: getCallKey(task, state), callId: state.call.id, awaitedId, until }];
  });
}

/** Signals another task's workflow. Returns false if it is not running. */
async function signalTask(taskId: string, signal: string, arg: unknown): Promise<boolean> {
  const ids = patched(IDS_PATCH) ? listPossibleWorkflowIds(taskId) : [taskId];
  if (ids.includes(workflowInfo().workflowId)) return false;
  for (const id of ids) if (await trySignal(id, signal, arg)) return true;
  return false;
}

async function trySignal(id: string, signal: string, arg: unknown): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(id).signal(signal, arg);
    return true;
  } catch {
    return false;
  }
}
