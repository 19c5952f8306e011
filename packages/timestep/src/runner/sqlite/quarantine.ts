import { crashesOf, type Task } from '../../core/index.ts';
import type { SqliteTaskLog } from './sqlite-task-log.ts';

/** Tasks with one crash behind them that are tried at a time. */
const SIDE_BY_SIDE = 64;

export interface QuarantineSite<Held> {
  /** A task whose next crash would be its last is tried alone, so that only the guilty get there. */
  readonly crashLimit: number;
  readonly begin: (held: Held) => void;
  readonly letGo: (held: Held) => void;
}

/** Tasks that may have taken a process along, each tried again in its turn. */
export interface Quarantine<Held> {
  /** The task must be held. */
  add(held: Held): void;
  /** Begins no more turns. */
  close(): void;
}

/** Tasks that wait for the same kind of turn. */
interface Line<Held> {
  /** The oldest first, once sorted. */
  waiting: Held[];
  isSorted: boolean;
  room: number;
}

const NEVER = new AbortController().signal;

/**
 * Others go on meanwhile: a task is tried beside those that no crash speaks against, but one after
 * the other, or few at a time, of those that one does. Its turn ends when it has done what it was
 * suspected for. The newest is first, since a task may wait for one that it began itself.
 */
export function createQuarantine<Held extends { readonly log: SqliteTaskLog }>(
  site: QuarantineSite<Held>,
): Quarantine<Held> {
  const { crashLimit, begin, letGo } = site;
  const alone: Line<Held> = { waiting: [], isSorted: true, room: 1 };
  const beside: Line<Held> = { waiting: [], isSorted: true, room: SIDE_BY_SIDE };
  let isClosed = false;
  let isLooking = false;

  /** Later, so that all that are taken over at once are there before the first is chosen. */
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
    // It was canceled meanwhile.
    if (log.task.end || !log.task.isHeld) return;
    try {
      await log.append({ type: 'task.resumed' });
      begin(held);
      await log.reached(isCleared, NEVER);
      letGo(held);
    } catch {
      // The log has told of it, and whoever takes the task up again finds it held.
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
  return task.end !== undefined || task.state === 'input-required' || crashesOf(task) === 0;
}
