import { isFinal, type Task } from 'timestep/core';
import { RunnerError, type TaskUpdate } from 'timestep/port';
import { createWatchers } from 'timestep/runner';
import type { ShownPosition, TaskStore } from '../store/task-store.ts';

/** Events read at a time. */
const PAGE = 256;

/** Follows tasks in the store, whoever works on them. */
export interface Readers {
  updates(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /** Waits until a task is as wanted and has heard everything that was accepted for it. */
  until(taskId: string, signal: AbortSignal, isWanted: (task: Task) => boolean): Promise<Task>;
  /** Lets everybody go. */
  stop(): void;
}

export function createReaders(store: TaskStore): Readers {
  const watchers = createWatchers();
  let waiting = 0;
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  /** Resolves at the next change. Ask for it before looking, so that nothing is missed. */
  function change(signal: AbortSignal): Promise<void> {
    if (isStopped) return Promise.resolve();
    return watchers.next(signal);
  }

  function isWatched(signal: AbortSignal): boolean {
    return !signal.aborted && !isStopped;
  }

  /** While anybody waits, the store is watched. */
  async function watching<T>(work: () => Promise<T>): Promise<T> {
    begin();
    try {
      return await work();
    } finally {
      end();
    }
  }

  function begin(): void {
    waiting += 1;
    unwatch ??= store.watch(() => watchers.wake());
  }

  function end(): void {
    waiting -= 1;
    if (waiting > 0) return;
    unwatch?.();
    unwatch = undefined;
  }

  async function* updates(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let shown: ShownPosition = { step: 0, attempt: 0, position: 0 };
    begin();
    try {
      while (isWatched(signal)) {
        const news = change(signal);
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
          // What belongs to events not yet seen here comes again with them.
          if (from <= seen) yield { kind: 'delta', step, attempt, delta };
        }
        if (events.length === 0 && !(await store.progress(taskId))) throw unknownTask(taskId);
        await news;
      }
    } finally {
      end();
    }
  }

  return {
    updates,
    until: (taskId, signal, isWanted) =>
      watching(async () => {
        for (;;) {
          const news = change(signal);
          const progress = await store.progress(taskId);
          if (!progress) throw unknownTask(taskId);
          if (!progress.isAwaited || signal.aborted || isStopped) {
            const task = await store.load(taskId);
            if (task && (isFinal(task) || isWanted(task) || signal.aborted || isStopped))
              return task;
          }
          await news;
        }
      }),
    stop() {
      isStopped = true;
      watchers.wake();
    },
  };
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
