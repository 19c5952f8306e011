import {
  getCallKey,
  listCallsAwaitingTask,
  awaitedOutcomeToEvents,
  hasTaskEnded,
  isSettled,
  buildMissingTaskOutcome,
  buildTaskOutcome,
  type Task,
  type TaskOutcome,
  type TaskWait,
} from '#core';
import type { Clock } from '#engine/port';
import { scheduleAt } from '../clock.ts';
import type { MemoryTask, MemoryTasks } from './memory-tasks.ts';

/** Waits of tool calls for other tasks, in memory. */
export interface MemoryWaits {
  /** Handles a task that stopped running: starts the waits of its calls, and ends waits of other tasks for it. */
  readonly handleIdle: (memoryTask: MemoryTask) => void;
  readonly stop: () => void;
}

interface WaitingCall {
  readonly taskId: string;
  readonly callOff: (() => void) | undefined;
}

export function createMemoryWaits(
  tasks: MemoryTasks,
  clock: Clock,
  start: (memoryTask: MemoryTask) => void,
  cancel: (memoryTask: MemoryTask) => void,
): MemoryWaits {
  /** Tool calls that wait for other tasks: by the awaited task's id, then by the call's key. */
  const waiting = new Map<string, Map<string, WaitingCall>>();
  let isStopped = false;

  function startTaskWait(task: Task, key: string, awaits: TaskWait): void {
    const { task_id: awaitedId, until } = awaits;
    const calls = waiting.get(awaitedId) ?? new Map<string, WaitingCall>();
    if (calls.has(key)) return;
    const awaited = findOwnTask(task, awaitedId)?.log.task;
    if (!awaited) return resumeMemoryCall(task.id, key, buildMissingTaskOutcome(awaitedId));
    if (isSettled(awaited)) return resumeMemoryCall(task.id, key, buildTaskOutcome(awaited));
    const late = (): void => {
      const now = tasks.get(awaitedId)?.log.task;
      endCallWait(awaitedId, key);
      const outcome = now
        ? buildTaskOutcome(now, { timed_out: true })
        : buildMissingTaskOutcome(awaitedId);
      resumeMemoryCall(task.id, key, outcome);
    };
    const callOff = until === undefined ? undefined : scheduleAt(clock, until, late);
    waiting.set(awaitedId, calls.set(key, { taskId: task.id, callOff }));
  }

  /**
   * Returns the task that another task wants to wait for, unless both are the same or it has another
   * principal.
   */
  function findOwnTask({ id, origin }: Task, awaitedId: string): MemoryTask | undefined {
    const memoryTask = awaitedId === id ? undefined : tasks.get(awaitedId);
    return memoryTask?.log.task.origin.principal === origin.principal ? memoryTask : undefined;
  }

  function endCallWait(awaitedId: string, key: string): void {
    const calls = waiting.get(awaitedId);
    calls?.get(key)?.callOff?.();
    calls?.delete(key);
    if (calls?.size === 0) waiting.delete(awaitedId);
  }

  function resumeMemoryCall(taskId: string, key: string, outcome: TaskOutcome): void {
    const memoryTask = tasks.get(taskId);
    if (!memoryTask || isStopped) return;
    const events = awaitedOutcomeToEvents(memoryTask.log.task, key, outcome);
    for (const event of events) memoryTask.log.append(event);
    if (events.length > 0) start(memoryTask);
  }

  return {
    handleIdle({ log: { task } }) {
      if (isStopped) return;
      for (const state of listCallsAwaitingTask(task)) {
        if (!state.awaits) continue;
        const key = getCallKey(task, state);
        if (!hasTaskEnded(task)) {
          startTaskWait(task, key, state.awaits);
          continue;
        }
        endCallWait(state.awaits.task_id, key);
        const awaited = findOwnTask(task, state.awaits.task_id);
        if (awaited) cancel(awaited);
      }
      if (!isSettled(task)) return;
      for (const [key, { taskId }] of waiting.get(task.id) ?? []) {
        endCallWait(task.id, key);
        resumeMemoryCall(taskId, key, buildTaskOutcome(task));
      }
    },
    stop() {
      isStopped = true;
      for (const calls of waiting.values()) for (const { callOff } of calls.values()) callOff?.();
      waiting.clear();
    },
  };
}
