import type { Task } from '#core';
import type { RunnerParts } from '../runner-parts.ts';
import { loadTaskIntoMemory, type LoadTaskOptions } from './load-into-memory.ts';
import { createTaskRuns, type TaskRuns } from './task-runs.ts';
import { createLoadedTasks, type LoadedTask, type LoadedTasks } from './loaded-tasks.ts';
import { isInUseByOther } from '../ownership/ownership.ts';
import { createTaskRecovery, type TaskRecovery } from '../ownership/task-recovery.ts';

/** Loads and runs the tasks of this process. Idle tasks are only in the database. */
export interface TaskHost
  extends Pick<TaskRuns, 'start' | 'stopRetries'>, Pick<LoadedTasks, 'count' | 'unloadIfIdle'> {
  readonly find: (taskId: string) => Task | undefined;
  readonly isRunElsewhere: (taskId: string) => boolean;
  /** Loads a task into memory, and takes it over unless a living owner needs it. Throws `RunnerError`. */
  readonly load: (taskId: string, options?: LoadTaskOptions) => LoadedTask;
  /** Loads a task for a reader. Undefined if another process runs the task or its agent is not served. */
  readonly loadOwn: (taskId: string) => LoadedTask | undefined;
  /**
   * Starts a new task before its insert is committed, so that its first events are written in the same
   * commit.
   */
  readonly addNew: (task: Task, stored: Promise<void>) => Promise<void>;
  readonly removeErased: (taskId: string) => void;
  readonly recovery: Pick<
    TaskRecovery,
    'takeOverOwner' | 'resumeOwnTasks' | 'checkTasks' | 'releaseUnserved'
  >;
  readonly running: () => Promise<void>[];
  /** Stops all running tasks without recording an event. */
  readonly abandon: () => void;
}

export function createTaskHost(deps: RunnerParts): TaskHost {
  const { agents, table, ownership, clock } = deps;
  const loadedTasks = createLoadedTasks({
    ...deps,
    onDropped: (taskId, thrown) => recovery.handleDrop(taskId, thrown),
  });
  const runs = createTaskRuns(deps, loadedTasks);
  const loadDeps = { ...deps, loadedTasks, runs };
  const recovery: TaskRecovery = createTaskRecovery(loadDeps);
  return {
    find: (taskId) => loadedTasks.current(taskId)?.log.durable ?? table.load(taskId)?.task,
    load: (taskId, options) => loadTaskIntoMemory(loadDeps, taskId, options),
    isRunElsewhere(taskId) {
      const status = loadedTasks.current(taskId) ? undefined : table.readStatus(taskId);
      if (!status) return false;
      return isInUseByOther(ownership, status.owner, status.isWorking, clock.now());
    },
    loadOwn(taskId) {
      const present = loadedTasks.current(taskId);
      if (present) return present;
      const status = table.readStatus(taskId);
      if (status?.owner !== ownership.id || status.isUnderWay) return undefined;
      return agents.get(status.agent) && loadTaskIntoMemory(loadDeps, taskId);
    },
    async addNew(task, stored) {
      const arriving = loadedTasks.add(task, 1);
      arriving.isArriving = true;
      runs.start(arriving);
      try {
        await stored;
      } catch (thrown) {
        loadedTasks.removeTask(arriving);
        throw thrown;
      }
      arriving.isArriving = false;
    },
    start: runs.start,
    unloadIfIdle: loadedTasks.unloadIfIdle,
    removeErased(taskId) {
      const present = loadedTasks.get(taskId);
      if (present) loadedTasks.removeTask(present);
    },
    recovery,
    count: loadedTasks.count,
    running: () => [...loadedTasks.all()].flatMap(({ run }) => run?.done ?? []),
    stopRetries: runs.stopRetries,
    abandon() {
      recovery.stop();
      for (const { log, run } of loadedTasks.all()) {
        log.giveUp();
        run?.release();
      }
    },
  };
}
