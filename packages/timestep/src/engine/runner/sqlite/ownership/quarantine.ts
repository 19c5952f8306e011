import { getCrashCount, isSuspended, type Task } from '../../../../core/index.ts';
import type { SqliteTaskLog } from '../tasks/sqlite-task-log.ts';

/** Maximum number of tasks with one crash that are retried concurrently. */
const MAX_CONCURRENT = 64;

export interface QuarantineDeps<Loaded> {
  /**
   * Crash limit. A task that is one crash below it is retried alone, so that only a task that
   * causes crashes is given up.
   */
  readonly crashLimit: number;
  readonly begin: (loaded: Loaded) => void;
  readonly unload: (loaded: Loaded) => void;
}

/** Tasks that may have crashed a process. Each is retried in turn. */
export interface Quarantine<Loaded> {
  /** Adds a task that is held back. */
  add(loaded: Loaded): void;
  /** Starts no more retries. */
  close(): void;
}

/** Tasks that wait for the same kind of retry. */
interface RetryQueue<Loaded> {
  /** Waiting tasks, oldest first. Unsorted while `isSorted` is false. */
  waiting: Loaded[];
  isSorted: boolean;
  freeSlots: number;
}

const NEVER = new AbortController().signal;

/**
 * Creates the quarantine. It retries suspected tasks while other tasks run: tasks close to the
 * crash limit one by one, the others a few at a time. A retry ends when the suspected work is done.
 * The newest task is first, because a task may wait for a task that it started.
 */
export function createQuarantine<Loaded extends { readonly log: SqliteTaskLog }>(
  deps: QuarantineDeps<Loaded>,
): Quarantine<Loaded> {
  const { crashLimit, begin, unload } = deps;
  const alone: RetryQueue<Loaded> = { waiting: [], isSorted: true, freeSlots: 1 };
  const beside: RetryQueue<Loaded> = { waiting: [], isSorted: true, freeSlots: MAX_CONCURRENT };
  let isClosed = false;
  let isLooking = false;

  /**
   * Starts retries later, so that all tasks taken over together are known before the first is
   * chosen.
   */
  function scheduleRetries(): void {
    if (isLooking) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      for (const line of [alone, beside]) startRetries(line);
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
    // The task was canceled meanwhile.
    if (log.task.end || !log.task.isHeld) return;
    try {
      await log.append({ type: 'task.resumed' });
      begin(loaded);
      await log.waitUntil(hasPassedSuspectedWork, NEVER);
      unload(loaded);
    } catch {
      // The log reported the failure. The next process that resumes the task finds it held back.
    }
  }

  return {
    add(loaded) {
      const line = getCrashCount(loaded.log.task) >= crashLimit - 1 ? alone : beside;
      line.waiting.push(loaded);
      line.isSorted = false;
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
