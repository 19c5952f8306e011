import {
  apply,
  isFinal,
  isInputRequired,
  isSuspended,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '../../../../core/index.ts';
import type { Delta, TaskUpdate } from '../../../port/index.ts';
import { createDeltaBuffer, type DeltaBuffer } from '../../log/delta-buffer.ts';
import type { TaskLog } from '../../log/task-log.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import { FencedError } from '../../../store/index.ts';
import type { TaskTable } from './task-table.ts';
import { createWatchers } from '../watchers.ts';
import { encodeTaskWrite } from './task-write.ts';

/** What a task log needs from its runner. */
export interface TaskLogDeps {
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly owner: string;
  readonly now: () => number;
  /** Called if a log could not be written, so that the task in memory is ahead of the disk. */
  readonly onUnwritten: (log: SqliteTaskLog, thrown: unknown) => void;
  /** Called after a write if calls that wait for other tasks may be due. */
  readonly onWaitDue: () => void;
  /** Called when appended events of a task are durable. */
  readonly onDurable: (task: Task) => void;
}

/**
 * Number of events per read from disk, for readers that start before the newest events in memory.
 */
const PAGE_SIZE = 256;

/** Maximum number of events kept in memory for readers without delay. */
const MAX_NEWEST = 32;

/**
 * A task that this process owns: the folded task and its log on disk. Appended events are folded
 * immediately, so that later events follow them; readers receive events once they are durable.
 */
export class SqliteTaskLog implements TaskLog {
  task: Task;
  /** The task as stored on disk. */
  durable: Task;
  readonly epoch: number;
  readonly #deps: TaskLogDeps;
  readonly #watchers = createWatchers();
  /** The newest durable events, kept while there are readers, which then need not read the disk. */
  #newest: readonly NumberedEvent[] = [];
  #deltas: DeltaBuffer | undefined;
  #readers = 0;
  #isGivenUp = false;

  constructor(task: Task, epoch: number, deps: TaskLogDeps) {
    this.task = task;
    this.durable = task;
    this.epoch = epoch;
    this.#deps = deps;
  }

  /**
   * Returns whether there are readers. A log without readers whose task is idle can leave memory.
   */
  get isWatched(): boolean {
    return this.#readers > 0;
  }

  append(event: TaskEvent): Promise<Task> {
    return this.appendAll([event]);
  }

  /** Appends events, and runs writes that belong to them, in one transaction. */
  async appendAll(events: readonly TaskEvent[], also: () => void = () => undefined): Promise<Task> {
    const { table, queue, owner, now, onUnwritten, onWaitDue, onDurable } = this.#deps;
    if (this.#isGivenUp) {
      throw new FencedError(
        'given-up',
        `task ${this.task.id} can no longer be written by this process`,
      );
    }
    const added: NumberedEvent[] = [];
    let task = this.task;
    for (const event of events) {
      // Time in a log must not run backwards when the clock is set back.
      const at = Math.max(now(), task.updatedAt);
      const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
      task = apply(task, numbered);
      added.push(numbered);
    }
    this.task = task;
    try {
      const written = encodeTaskWrite(task, added);
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
    if (this.#readers > 0) this.#newest = [...this.#newest, ...added].slice(-MAX_NEWEST);
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

  /** Waits until the task is idle. If the log was given up, returns the task as stored on disk. */
  settled(signal: AbortSignal): Promise<Task> {
    return this.waitUntil(isIdle, signal);
  }

  /** Waits until the stored task meets a condition or the log was given up. */
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

  /** Returns the next events, from memory if the newest events reach back far enough. */
  #after(seen: number): NumberedEvent[] {
    const from = this.#newest.findIndex(({ generation }) => generation === seen + 1);
    return from === -1
      ? this.#deps.table.events(this.task.id, seen, PAGE_SIZE)
      : this.#newest.slice(from);
  }
}

/** Returns whether a task needs no process: it has ended, or waits for a client or other tasks. */
export function needsNoProcess(task: Task): boolean {
  return isIdle(task) || isSuspended(task);
}

/** Returns whether a task has ended or waits for a client. */
export function isIdle(task: Task): boolean {
  return isFinal(task) || isInputRequired(task);
}
