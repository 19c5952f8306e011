import type { Task } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import type { Conducting } from '../conduct.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Ownership } from './ownership.ts';
import { needsNobody, SqliteTaskLog, type LogSite } from './sqlite-task-log.ts';
import type { TaskTable } from './task-table.ts';

/** A task in the memory of this process: it is being driven, or followed by readers. */
export interface Resident {
  readonly log: SqliteTaskLog;
  conducting: Conducting | undefined;
  /** The id of the newest mail that it has taken. */
  mailTaken: number;
  /** Whether its first write is not durable yet, so that no other process sees the task. */
  isArriving: boolean;
}

export interface HeldTasksSite {
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly clock: Clock;
  readonly ownership: Ownership;
  /** Called when memory has a task that other processes may write to. */
  readonly onHeld: () => void;
  /** Called where calls that wait for other tasks may be due. */
  readonly onWaitDue: () => void;
  /** Called when events that were appended to a task are durable. */
  readonly onDurable: (task: Task) => void;
  /** Called when a task was dropped, with the reason. */
  readonly onDropped: (taskId: string, thrown: unknown) => void;
}

/** The tasks in memory. The disk is authoritative: a task that differs from the disk is dropped. */
export interface HeldTasks {
  readonly get: (taskId: string) => Resident | undefined;
  /** A task in memory, unless another process has taken it over since. */
  readonly current: (taskId: string) => Resident | undefined;
  /** Whether the disk says that this process still owns a task. */
  readonly isOwn: (held: Resident) => boolean;
  readonly hold: (task: Task, epoch: number) => Resident;
  /** Removes a task that is at rest and has no reader. */
  readonly letGo: (held: Resident) => void;
  /** Removes a task, stops its drive and ends its readers. */
  readonly forget: (held: Resident) => void;
  /** Removes a task because of a failure, and reports the failure. */
  readonly drop: (held: Resident, thrown: unknown) => void;
  readonly all: () => Iterable<Resident>;
  readonly count: () => number;
}

export function createHeldTasks(site: HeldTasksSite): HeldTasks {
  const { queue, table, clock, ownership, onHeld, onDropped } = site;
  const tasks = new Map<string, Resident>();
  const logSite: LogSite = {
    queue,
    table,
    owner: ownership.id,
    now: () => clock.now(),
    onWaitDue: site.onWaitDue,
    onDurable: site.onDurable,
    onUnwritten(log, thrown) {
      const held = tasks.get(log.task.id);
      if (held?.log === log) drop(held, thrown);
    },
  };

  function isOwn({ log }: Resident): boolean {
    const status = table.status(log.task.id);
    return status?.owner === ownership.id && status.epoch === log.epoch;
  }

  function remove(held: Resident): void {
    const { id } = held.log.task;
    if (tasks.get(id) === held) tasks.delete(id);
  }

  function forget(held: Resident): void {
    remove(held);
    held.log.giveUp();
    held.conducting?.release();
  }

  function drop(held: Resident, thrown: unknown): void {
    const { id } = held.log.task;
    if (tasks.get(id) !== held) return;
    forget(held);
    onDropped(id, thrown);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    current(taskId) {
      const held = tasks.get(taskId);
      // A drive that was fenced off notices that itself, at its next write.
      if (!held || held.conducting || isOwn(held)) return held;
      forget(held);
      return undefined;
    },
    isOwn,
    hold(task, epoch) {
      const log = new SqliteTaskLog(task, epoch, logSite);
      const held = { log, conducting: undefined, mailTaken: 0, isArriving: false };
      tasks.set(task.id, held);
      onHeld();
      return held;
    },
    letGo(held) {
      const { log, conducting } = held;
      if (!conducting && !log.isWatched && needsNobody(log.task)) remove(held);
    },
    forget,
    drop,
    all: () => tasks.values(),
    count: () => tasks.size,
  };
}
