import { hasTaskEnded, type Task } from '@timestep-ai/timestep/core';
import { createTaskNotFoundError, type TaskUpdate } from '@timestep-ai/timestep/port';
import type { DeltaPosition } from '../store/interim-data.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createTaskSubscriptions } from './task-subscriptions.ts';

const PAGE = 256;

export interface TaskReaders {
  updates(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /** Waits until a task has processed all accepted messages and meets a condition. */
  until(taskId: string, signal: AbortSignal, isWanted: (task: Task) => boolean): Promise<Task>;
  readonly stop: () => void;
}

export function createTemporalTaskReaders(store: TaskStore): TaskReaders {
  const { subscribe, stop, isStopped } = createTaskSubscriptions(store);

  function isReaderActive(signal: AbortSignal): boolean {
    return !signal.aborted && !isStopped();
  }

  async function* readUpdates(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let shown: DeltaPosition = { step: 0, attempt: 0, position: 0 };
    const following = subscribe(taskId);
    try {
      while (isReaderActive(signal)) {
        const news = following.nextChange(signal);
        const events = await store.events(taskId, seen, PAGE);
        for (const event of events) {
          seen = event.generation;
          yield { kind: 'event', event };
          if (event.type === 'task.finished') return;
        }
        if (events.length === PAGE) continue;
        for (const { position, after: from, step, attempt, delta } of await store.listDeltasAfter(
          taskId,
          shown,
        )) {
          shown = { step, attempt, position };
          // Partial output of later events is skipped now and read again with those events.
          if (from <= seen) yield { kind: 'delta', step, attempt, delta };
        }
        if (events.length === 0 && !(await store.progress(taskId)))
          throw createTaskNotFoundError(taskId);
        await news;
      }
    } finally {
      following.end();
    }
  }

  async function waitUntilWantedOrEnded(
    taskId: string,
    signal: AbortSignal,
    isWanted: (task: Task) => boolean,
  ): Promise<Task> {
    const following = subscribe(taskId);
    let task: Task | undefined;
    try {
      for (;;) {
        const news = following.nextChange(signal);
        const progress = await store.progress(taskId);
        if (!progress) throw createTaskNotFoundError(taskId);
        if (!progress.isAwaited || !isReaderActive(signal)) {
          task = await store.load(taskId, task);
          if (task && (hasTaskEnded(task) || isWanted(task) || !isReaderActive(signal)))
            return task;
        }
        await news;
      }
    } finally {
      following.end();
    }
  }

  return { updates: readUpdates, until: waitUntilWantedOrEnded, stop };
}
