import { isFinal, type Task } from 'timestep/core';
import { RunnerError, type TaskUpdate } from 'timestep/port';
import { createWatchers, type Watchers } from 'timestep/runner';
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

/** One reader's eye on a task. */
interface Following {
  /** Resolves at the next change. Ask for it before looking, so that nothing is missed. */
  change(signal: AbortSignal): Promise<void>;
  end(): void;
}

export function createReaders(store: TaskStore): Readers {
  /** Of each task that somebody follows. */
  const followed = new Map<string, { readonly watchers: Watchers; followers: number }>();
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  function isWatched(signal: AbortSignal): boolean {
    return !signal.aborted && !isStopped;
  }

  function wake(taskId?: string): void {
    const woken = taskId === undefined ? [...followed.values()] : [followed.get(taskId)];
    for (const one of woken) one?.watchers.wake();
  }

  /** While anybody follows a task, the store is watched. */
  function follow(taskId: string): Following {
    const one = followed.get(taskId) ?? { watchers: createWatchers(), followers: 0 };
    followed.set(taskId, one);
    one.followers += 1;
    unwatch ??= store.watch(wake);
    return {
      change: (signal) => (isStopped ? Promise.resolve() : one.watchers.next(signal)),
      end() {
        one.followers -= 1;
        if (one.followers === 0) followed.delete(taskId);
        if (followed.size > 0) return;
        unwatch?.();
        unwatch = undefined;
      },
    };
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
          // What belongs to events not yet seen here comes again with them.
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

  return {
    updates,
    until,
    stop() {
      isStopped = true;
      wake();
    },
  };
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
