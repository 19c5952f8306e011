import {
  apply,
  isFinal,
  isInterrupted,
  isSuspended,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '../../core/index.ts';
import type { Delta, TaskUpdate } from '../../port/index.ts';
import { createDeltaBuffer, type DeltaBuffer } from '../delta-buffer.ts';
import type { TaskLog } from '../task-log.ts';
import type { CommitQueue } from './commit-queue.ts';
import { FencedError } from './store-error.ts';
import type { TaskTable } from './task-table.ts';
import { createWatchers } from './watchers.ts';
import { writtenOf } from './written-task.ts';

/** What a log needs of its surroundings. */
export interface LogSite {
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly owner: string;
  readonly now: () => number;
  /** Called when a log could not be written: the task in memory is then ahead of the disk. */
  readonly onUnwritten: (log: SqliteTaskLog, thrown: unknown) => void;
  /** Called where calls that wait for other tasks may be due after a write. */
  readonly onWaitDue: () => void;
  /** Called when events that were appended to a task are durable. */
  readonly onDurable: (task: Task) => void;
}

/**
 * Events read from disk at a time, for readers that begin further back than the newest events in
 * memory.
 */
const PAGE = 256;

/** Events kept for readers that follow without delay. */
const MOST_NEWEST = 32;

/**
 * A task that this process owns: its fold, and its log on disk. Appended events are folded at once,
 * so that later events follow them; readers see them once they are durable.
 */
export class SqliteTaskLog implements TaskLog {
  task: Task;
  /** The task as it is on disk. */
  durable: Task;
  readonly epoch: number;
  readonly #site: LogSite;
  readonly #watchers = createWatchers();
  /**
   * The newest durable events, while there are readers, which then need not read them from disk.
   */
  #newest: readonly NumberedEvent[] = [];
  #deltas: DeltaBuffer | undefined;
  #readers = 0;
  #isGivenUp = false;

  constructor(task: Task, epoch: number, site: LogSite) {
    this.task = task;
    this.durable = task;
    this.epoch = epoch;
    this.#site = site;
  }

  /** Whether there are readers; a log without readers and without a drive need not be in memory. */
  get isWatched(): boolean {
    return this.#readers > 0;
  }

  append(event: TaskEvent): Promise<Task> {
    return this.appendAll([event]);
  }

  /** Appends events, and writes that belong to them, in one transaction. */
  async appendAll(events: readonly TaskEvent[], also: () => void = () => undefined): Promise<Task> {
    const { table, queue, owner, now, onUnwritten, onWaitDue, onDurable } = this.#site;
    if (this.#isGivenUp) {
      throw new FencedError('given-up', `task ${this.task.id} is no longer written here`);
    }
    const added: NumberedEvent[] = [];
    let task = this.task;
    for (const event of events) {
      // The time must not run backwards in a log when the clock is set back.
      const at = Math.max(now(), task.updatedAt);
      const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
      task = apply(task, numbered);
      added.push(numbered);
    }
    this.task = task;
    try {
      const written = writtenOf(task, added);
      let isWaitDue = false;
      await queue.add(() => {
        isWaitDue = table.append(written, owner, this.epoch);
        also();
      });
      if (isWaitDue) onWaitDue();
    } catch (thrown) {
      this.giveUp();
      onUnwritten(this, thrown);
      throw thrown;
    }
    this.durable = task;
    onDurable(task);
    if (this.#readers > 0) this.#newest = [...this.#newest, ...added].slice(-MOST_NEWEST);
    this.#watchers.wake();
    return task;
  }

  show(step: number, attempt: number, delta: Delta): void {
    this.#deltas ??= createDeltaBuffer();
    this.#deltas.push(this.task.generation, { kind: 'delta', step, attempt, delta });
    this.#watchers.wake();
  }

  /** Stops writing and ends readers, because the disk is ahead or another process owns the task. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#watchers.wake();
  }

  /**
   * Waits until the task is at rest; if the log was given up, returns the task as it is on disk.
   */
  settled(signal: AbortSignal): Promise<Task> {
    return this.reached(isIdle, signal);
  }

  /** Waits until the task on disk meets a condition, or the log was given up. */
  async reached(isReached: (task: Task) => boolean, signal: AbortSignal): Promise<Task> {
    this.#readers += 1;
    try {
      while (!this.#isGivenUp && !isReached(this.durable) && !signal.aborted) {
        await this.#watchers.next(signal);
      }
      return this.durable;
    } finally {
      this.#readers -= 1;
    }
  }

  async *updates(after: number, signal: AbortSignal): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let page: NumberedEvent[] = [];
    let shown: ReturnType<DeltaBuffer['reader']> | undefined;
    this.#readers += 1;
    try {
      while (!signal.aborted) {
        shown ??= this.#deltas?.reader();
        const delta = shown?.(seen);
        if (delta !== undefined) {
          yield delta;
          continue;
        }
        if (page.length === 0 && seen < this.durable.generation) {
          page = this.#after(seen);
        }
        const event = page.shift();
        if (event !== undefined) {
          seen = event.generation;
          yield { kind: 'event', event };
        } else if (isFinal(this.durable) || this.#isGivenUp) {
          return;
        } else {
          await this.#watchers.next(signal);
        }
      }
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0) this.#newest = [];
    }
  }

  /** The next events, from memory where the newest events reach back so far. */
  #after(seen: number): NumberedEvent[] {
    const from = this.#newest.findIndex(({ generation }) => generation === seen + 1);
    return from === -1
      ? this.#site.table.events(this.task.id, seen, PAGE)
      : this.#newest.slice(from);
  }
}

/** Whether a task needs no process: it has ended, or waits for a client or other tasks. */
export function needsNobody(task: Task): boolean {
  return isIdle(task) || isSuspended(task);
}

/** Whether a task needs nothing before a client sends something, or has ended. */
export function isIdle(task: Task): boolean {
  return isFinal(task) || isInterrupted(task);
}
