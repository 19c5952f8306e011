import { createChangeWatchers, type Watchers } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';

interface TaskSubscription {
  /** Resolves at the next change of a task. Call it before reading the store, to miss no change. */
  readonly nextChange: (signal: AbortSignal) => Promise<void>;
  readonly end: () => void;
}

/** The store is watched only while there is a subscriber. */
export interface TaskSubscriptions {
  readonly subscribe: (taskId: string) => TaskSubscription;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

export function createTaskSubscriptions(store: Pick<TaskStore, 'watch'>): TaskSubscriptions {
  const followed = new Map<string, { readonly watchers: Watchers; followers: number }>();
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  function notifySubscribers(taskId?: string): void {
    const woken = taskId === undefined ? [...followed.values()] : [followed.get(taskId)];
    for (const one of woken) one?.watchers.wake();
  }

  return {
    subscribe(taskId) {
      const one = followed.get(taskId) ?? { watchers: createChangeWatchers(), followers: 0 };
      followed.set(taskId, one);
      one.followers += 1;
      unwatch ??= store.watch(notifySubscribers);
      return {
        nextChange: (signal) => (isStopped ? Promise.resolve() : one.watchers.next(signal)),
        end() {
          one.followers -= 1;
          if (one.followers === 0) followed.delete(taskId);
          if (followed.size > 0) return;
          unwatch?.();
          unwatch = undefined;
        },
      };
    },
    stop() {
      isStopped = true;
      notifySubscribers();
    },
    isStopped: () => isStopped,
  };
}
