import {
  apply,
  hasTaskEnded,
  isSettled,
  isWaitingOnlyForTasks,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '#core';
import type { Delta, TaskUpdate } from '#engine/port';
import { createDeltaBuffer, type DeltaBuffer } from '../../log/delta-buffer.ts';
import type { TaskLog } from '../../log/task-log.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import { FencedError } from '#engine/store';
import type { TaskTable } from './task-table.ts';
import { createChangeWatchers } from '../watchers.ts';
import { encodeTaskWrite } from './task-write.ts';

export interface TaskLogDeps {
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly owner: string;
  readonly now: () => number;
  /** Called if a write fails, after which the task in memory is ahead of the database. */
  readonly onUnwritten: (log: SqliteTaskLog, thrown: unknown) => void;
  readonly onWaitDue: () => void;
  readonly onDurable: (task: Task) => void;
}

/** Number of events per read for readers that start before the oldest event in memory. */
const PAGE_SIZE = 256;

/** Number of newest events that stay in memory for readers that keep up. */
const MAX_NEWEST = 32;

/** The log of a task that this process owns. Events apply at once; readers receive them when durable. */
export class SqliteTaskLog implements TaskLog {
  task: Task;
  durable: Task;
  readonly epoch: number;
  readonly #deps: TaskLogDeps;
  readonly #watchers = createChangeWatchers();
  /** The newest durable events, kept while there are readers. */
  #newest: readonly NumberedEvent[] = [];
  #deltas: DeltaBuffer | undefined;
  #readers = 0;
  /** Time of the task's last change as lists show it. Undefined until this log has stored it. */
  #listedAt: number | undefined;
  #isGivenUp = false;

  constructor(task: Task, epoch: number, deps: TaskLogDeps) {
    this.task = task;
    this.durable = task;
    this.epoch = epoch;
    this.#deps = deps;
  }

  /** Whether the log has readers. Without them, the log of an idle task can leave memory. */
  get isWatched(): boolean {
    return this.#readers > 0;
  }

  append(event: TaskEvent): Promise<Task> {
    return this.appendAll([event]);
  }

  /** Appends events, and runs further writes with them, in one transaction. */
  async appendAll(events: readonly TaskEvent[], also: () => void = () => undefined): Promise<Task> {
    const { table, queue, owner, now, onUnwritten, onWaitDue, onDurable } = this.#deps;
    if (this.#isGivenUp) {
      throw new FencedError(
        'given-up',
        `this process has given up task ${this.task.id} and may no longer write it`,
      );
    }
    const added: NumberedEvent[] = [];
    let task = this.task;
    const before = task.updatedAt;
    for (const event of events) {
      // If the clock was set back, the time of the previous event is used again.
      const at = Math.max(now(), task.updatedAt);
      const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
      task = apply(task, numbered);
      added.push(numbered);
    }
    this.task = task;
    try {
      const written = encodeTaskWrite(task, added, before, this.#listedAt);
      if (!written.keepsTime) this.#listedAt = task.updatedAt;
      let isWaitDue = false;
      await queue.add(() => {
        isWaitDue = table.append(written, owner, this.epoch);
        also();
      }, written.work);
      if (isWaitDue) onWaitDue();
    } catch (thrown) {
      this.giveUp();
      onUnwritten(this, thrown);
      throw thrown;
    }
    this.durable = task;
    onDurable(task);
    if (this.#readers > 0) this.#newest = [...this.#newest, ...added].slice(-MAX_NEWEST);
    this.#watchers.wake();
    return task;
  }

  show(step: number, attempt: number, delta: Delta): void {
    this.#deltas ??= createDeltaBuffer();
    this.#deltas.push(this.task.generation, { kind: 'delta', step, attempt, delta });
    this.#watchers.wake();
  }

  /** Stops writing to the log and ends its readers. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#watchers.wake();
  }

  settled(signal: AbortSignal): Promise<Task> {
    return this.waitUntil(isSettled, signal);
  }

  /** Waits until the stored task meets a condition, or until this process stops writing its log. */
  async waitUntil(isReached: (task: Task) => boolean, signal: AbortSignal): Promise<Task> {
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
        } else if (hasTaskEnded(this.durable) || this.#isGivenUp) {
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

  #after(seen: number): NumberedEvent[] {
    const from = this.#newest.findIndex(({ generation }) => generation === seen + 1);
    return from === -1
      ? this.#deps.table.events(this.task.id, seen, PAGE_SIZE)
      : this.#newest.slice(from);
  }
}

export function canWaitWithoutProcess(task: Task): boolean {
  return isSettled(task) || isWaitingOnlyForTasks(task);
}
