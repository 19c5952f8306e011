import { crashesOf, isSuspended, type Task } from '../../core/index.ts';
import type { SqliteTaskLog } from './sqlite-task-log.ts';

/** How many tasks with one crash are tried at the same time. */
const SIDE_BY_SIDE = 64;

export interface QuarantineSite<Held> {
  /**
   * A task whose next crash would be its last is tried alone, so that only a task that causes
   * crashes is given up.
   */
  readonly crashLimit: number;
  readonly begin: (held: Held) => void;
  readonly letGo: (held: Held) => void;
}

/** Tasks that may have ended a process; each is tried again in its turn. */
export interface Quarantine<Held> {
  /** Adds a task, which must be held. */
  add(held: Held): void;
  /** Begins no more turns. */
  close(): void;
}

/** Tasks that wait for the same kind of turn. */
interface Line<Held> {
  /** Unsorted while `isSorted` is false, otherwise the oldest first. */
  waiting: Held[];
  isSorted: boolean;
  room: number;
}

const NEVER = new AbortController().signal;

/**
 * Tries suspected tasks again, while other tasks run. A task near its last crash is tried alone in
 * its line, the others a few at a time. A turn ends when the work that the task is suspected for is
 * done. The newest is first, because a task may wait for one that it began itself.
 */
export function createQuarantine<Held extends { readonly log: SqliteTaskLog }>(
  site: QuarantineSite<Held>,
): Quarantine<Held> {
  const { crashLimit, begin, letGo } = site;
  const alone: Line<Held> = { waiting: [], isSorted: true, room: 1 };
  const beside: Line<Held> = { waiting: [], isSorted: true, room: SIDE_BY_SIDE };
  let isClosed = false;
  let isLooking = false;

  /**
   * Looks later, so that all tasks that are taken over together are there before the first is
   * chosen.
   */
  function lookSoon(): void {
    if (isLooking) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      for (const line of [alone, beside]) beginTurns(line);
    });
  }

  function beginTurns(line: Line<Held>): void {
    if (!line.isSorted) {
      line.waiting.sort((a, b) => a.log.task.createdAt - b.log.task.createdAt);
      line.isSorted = true;
    }
    if (isClosed) return;
    while (line.room > 0) {
      const held = line.waiting.pop();
      if (!held) return;
      line.room -= 1;
      void turnOf(held).finally(() => {
        line.room += 1;
        lookSoon();
      });
    }
  }

  async function turnOf(held: Held): Promise<void> {
    const { log } = held;
    // The task was canceled meanwhile.
    if (log.task.end || !log.task.isHeld) return;
    try {
      await log.append({ type: 'task.resumed' });
      begin(held);
      await log.reached(isCleared, NEVER);
      letGo(held);
    } catch {
      // The log has reported the failure, and the next process that takes up the task finds it
      // held.
    }
  }

  return {
    add(held) {
      const line = crashesOf(held.log.task) >= crashLimit - 1 ? alone : beside;
      line.waiting.push(held);
      line.isSorted = false;
      lookSoon();
    },
    close() {
      isClosed = true;
    },
  };
}

function isCleared(task: Task): boolean {
  const isWaiting = task.state === 'input-required' || isSuspended(task);
  return task.end !== undefined || isWaiting || crashesOf(task) === 0;
}
