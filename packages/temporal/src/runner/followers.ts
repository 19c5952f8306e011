import { createWatchers, type Watchers } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';

/** One reader's view of a task. */
interface Following {
  /** Resolves at the next change. Call it before looking, so that no change is missed. */
  readonly change: (signal: AbortSignal) => Promise<void>;
  readonly end: () => void;
}

/** The readers of tasks. The store is watched while there is at least one. */
export interface Followers {
  readonly follow: (taskId: string) => Following;
  /** Ends all readers. */
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

export function createFollowers(store: Pick<TaskStore, 'watch'>): Followers {
  /** The readers of each task, by its id. */
  const followed = new Map<string, { readonly watchers: Watchers; followers: number }>();
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  function wake(taskId?: string): void {
    const woken = taskId === undefined ? [...followed.values()] : [followed.get(taskId)];
    for (const one of woken) one?.watchers.wake();
  }

  return {
    follow(taskId) {
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
    },
    stop() {
      isStopped = true;
      wake();
    },
    isStopped: () => isStopped,
  };
}
