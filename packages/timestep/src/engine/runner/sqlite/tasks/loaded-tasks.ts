import type { Task } from '#core';
import type { RunnerParts } from '../runner-parts.ts';
import type { TaskRun } from '../../run-task.ts';
import { canWaitWithoutProcess, SqliteTaskLog, type TaskLogDeps } from './sqlite-task-log.ts';

export interface LoadedTask {
  readonly log: SqliteTaskLog;
  run: TaskRun | undefined;
  lastMailId: number;
  /** Whether the task is new and not yet visible to other processes. */
  isArriving: boolean;
}

export interface LoadedTasksDeps extends Pick<
  RunnerParts,
  'queue' | 'table' | 'clock' | 'ownership' | 'onLoaded' | 'onWaitDue' | 'onDurable'
> {
  readonly onDropped: (taskId: string, thrown: unknown) => void;
}

/** Tasks that this process holds in memory. A task whose copy differs from the database is dropped. */
export interface LoadedTasks {
  readonly get: (taskId: string) => LoadedTask | undefined;
  /** Returns a task, unless another process has taken the task over. */
  readonly current: (taskId: string) => LoadedTask | undefined;
  readonly isOwn: (loaded: LoadedTask) => boolean;
  readonly add: (task: Task, epoch: number) => LoadedTask;
  readonly unloadIfIdle: (loaded: LoadedTask) => void;
  readonly removeTask: (loaded: LoadedTask) => void;
  readonly dropFailedTask: (loaded: LoadedTask, thrown: unknown) => void;
  readonly all: () => Iterable<LoadedTask>;
  readonly count: () => number;
}

export function createLoadedTasks(deps: LoadedTasksDeps): LoadedTasks {
  const { queue, table, clock, ownership, onLoaded, onDropped } = deps;
  const tasks = new Map<string, LoadedTask>();
  const logDeps: TaskLogDeps = {
    queue,
    table,
    owner: ownership.id,
    now: () => clock.now(),
    onWaitDue: deps.onWaitDue,
    onDurable: deps.onDurable,
    onUnwritten(log, thrown) {
      const loaded = tasks.get(log.task.id);
      if (loaded?.log === log) dropFailedTask(loaded, thrown);
    },
  };

  function isOwnedByThisProcess({ log }: LoadedTask): boolean {
    const status = table.readStatus(log.task.id);
    return status?.owner === ownership.id && status.epoch === log.epoch;
  }

  function removeTaskFromMap(loaded: LoadedTask): void {
    const { id } = loaded.log.task;
    if (tasks.get(id) === loaded) tasks.delete(id);
  }

  function removeTaskAndReleaseRun(loaded: LoadedTask): void {
    removeTaskFromMap(loaded);
    loaded.log.giveUp();
    loaded.run?.release();
  }

  function dropFailedTask(loaded: LoadedTask, thrown: unknown): void {
    const { id } = loaded.log.task;
    if (tasks.get(id) !== loaded) return;
    removeTaskAndReleaseRun(loaded);
    onDropped(id, thrown);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    current(taskId) {
      const loaded = tasks.get(taskId);
      // A running task notices only at its next write that another process has taken it over.
      if (!loaded || loaded.run || isOwnedByThisProcess(loaded)) return loaded;
      removeTaskAndReleaseRun(loaded);
      return undefined;
    },
    isOwn: isOwnedByThisProcess,
    add(task, epoch) {
      const log = new SqliteTaskLog(task, epoch, logDeps);
      const loaded = { log, run: undefined, lastMailId: 0, isArriving: false };
      tasks.set(task.id, loaded);
      onLoaded();
      return loaded;
    },
    unloadIfIdle(loaded) {
      const { log, run } = loaded;
      if (!run && !log.isWatched && canWaitWithoutProcess(log.task)) removeTaskFromMap(loaded);
    },
    removeTask: removeTaskAndReleaseRun,
    dropFailedTask,
    all: () => tasks.values(),
    count: () => tasks.size,
  };
}
