import { getCrashCount, isSuspended, type Task } from '#core';
import type { SqliteTaskLog } from '../tasks/sqlite-task-log.ts';

const MAX_CONCURRENT = 64;

export interface Quarantine<Loaded> {
  add(loaded: Loaded): void;
  close(): void;
}

interface RetryQueue<Loaded> {
  /** Tasks that wait for their retry, oldest first if `isSorted`. */
  waiting: Loaded[];
  isSorted: boolean;
  freeSlots: number;
}

const NEVER = new AbortController().signal;

/** Retries suspected tasks, newest first, because a task may wait for a task that it started. */
export function createQuarantine<Loaded extends { readonly log: SqliteTaskLog }>(
  crashLimit: number,
  begin: (loaded: Loaded) => void,
  unload: (loaded: Loaded) => void,
): Quarantine<Loaded> {
  const oneByOne: RetryQueue<Loaded> = { waiting: [], isSorted: true, freeSlots: 1 };
  const someAtOnce: RetryQueue<Loaded> = { waiting: [], isSorted: true, freeSlots: MAX_CONCURRENT };
  let isClosed = false;
  let isLooking = false;

  /** Retries are scheduled later, so that all suspected tasks are known before one is chosen. */
  function scheduleRetries(): void {
    if (isLooking) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      for (const queue of [oneByOne, someAtOnce]) startRetries(queue);
    });
  }

  function startRetries(queue: RetryQueue<Loaded>): void {
    if (!queue.isSorted) {
      queue.waiting.sort((a, b) => a.log.task.createdAt - b.log.task.createdAt);
      queue.isSorted = true;
    }
    if (isClosed) return;
    while (queue.freeSlots > 0) {
      const loaded = queue.waiting.pop();
      if (!loaded) return;
      queue.freeSlots -= 1;
      void retryTask(loaded).finally(() => {
        queue.freeSlots += 1;
        scheduleRetries();
      });
    }
  }

  async function retryTask(loaded: Loaded): Promise<void> {
    const { log } = loaded;
    if (log.task.end || !log.task.isHeld) return;
    try {
      await log.append({ type: 'task.resumed' });
      begin(loaded);
      await log.waitUntil(hasPassedSuspectedWork, NEVER);
      unload(loaded);
    } catch {
      // If the write fails, the next process retries the task.
    }
  }

  return {
    add(loaded) {
      // A task one crash below the limit is retried alone, so that only the cause is given up.
      const queue = getCrashCount(loaded.log.task) >= crashLimit - 1 ? oneByOne : someAtOnce;
      queue.waiting.push(loaded);
      queue.isSorted = false;
      scheduleRetries();
    },
    close() {
      isClosed = true;
    },
  };
}

function hasPassedSuspectedWork(task: Task): boolean {
  const isWaiting = task.state === 'input-required' || isSuspended(task);
  return task.end !== undefined || isWaiting || getCrashCount(task) === 0;
}
