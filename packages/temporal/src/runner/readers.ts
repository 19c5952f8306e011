import { isFinal, type Task } from '@timestep-ai/timestep/core';
import { RunnerError, type TaskUpdate } from '@timestep-ai/timestep/port';
import type { ShownPosition, TaskStore } from '../store/task-store.ts';
import { createFollowers } from './followers.ts';

/** Events read at a time. */
const PAGE = 256;

/** Follows tasks in the store, whichever process works on them. */
export interface Readers {
  updates(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /** Waits until a task meets a condition and has taken everything that was accepted for it. */
  until(taskId: string, signal: AbortSignal, isWanted: (task: Task) => boolean): Promise<Task>;
  /** Ends all readers. */
  readonly stop: () => void;
}

export function createReaders(store: TaskStore): Readers {
  const { follow, stop, isStopped } = createFollowers(store);

  function isWatched(signal: AbortSignal): boolean {
    return !signal.aborted && !isStopped();
  }

  async function* updates(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let shown: ShownPosition = { step: 0, attempt: 0, position: 0 };
    const following = follow(taskId);
    try {
      while (isWatched(signal)) {
        const news = following.change(signal);
        const events = await store.events(taskId, seen, PAGE);
        for (const event of events) {
          seen = event.generation;
          yield { kind: 'event', event };
          if (event.type === 'task.finished') return;
        }
        if (events.length === PAGE) continue;
        for (const { position, after: from, step, attempt, delta } of await store.shown(
          taskId,
          shown,
        )) {
          shown = { step, attempt, position };
          // Deltas of events that were not read yet come again with those events.
          if (from <= seen) yield { kind: 'delta', step, attempt, delta };
        }
        if (events.length === 0 && !(await store.progress(taskId))) throw unknownTask(taskId);
        await news;
      }
    } finally {
      following.end();
    }
  }

  async function until(
    taskId: string,
    signal: AbortSignal,
    isWanted: (task: Task) => boolean,
  ): Promise<Task> {
    const following = follow(taskId);
    let task: Task | undefined;
    try {
      for (;;) {
        const news = following.change(signal);
        const progress = await store.progress(taskId);
        if (!progress) throw unknownTask(taskId);
        if (!progress.isAwaited || !isWatched(signal)) {
          task = await store.load(taskId, task);
          if (task && (isFinal(task) || isWanted(task) || !isWatched(signal))) return task;
        }
        await news;
      }
    } finally {
      following.end();
    }
  }

  return { updates, until, stop };
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
