import type { Task } from '../../../../core/index.ts';
import type { Clock, ServedAgents, HookSlot } from '../../../port/index.ts';
import type { ToFailure } from '../../failure.ts';
import { loadTask, type LoadTaskOptions } from './load-into-memory.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import { createTaskRuns } from './task-runs.ts';
import { createLoadedTasks, type LoadedTask } from './loaded-tasks.ts';
import type { MailTable } from '../messages/mail-table.ts';
import { isInUseByOther, type Ownership } from '../ownership/ownership.ts';
import { createTaskRecovery, type TaskRecovery } from '../ownership/task-recovery.ts';
import type { TaskTable } from './task-table.ts';

export interface TaskHostDeps {
  readonly queue: CommitQueue;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  readonly mail: MailTable;
  /** Maximum number of consecutive process crashes while a task is running. */
  readonly crashLimit: number;
  /** Called when a task is added to memory, because other processes may write to it. */
  readonly onLoaded: () => void;
  /** Called when calls that wait for other tasks may be due. */
  readonly onWaitDue: () => void;
  /** Called when appended events of a task are durable. */
  readonly onDurable: (task: Task) => void;
  /** Receives failures that no caller awaits. */
  readonly onFailure: (thrown: unknown) => void;
  /** Converts an agent's exception to the failure that callers see. */
  readonly reportFailure: ToFailure;
  readonly hooks: HookSlot | undefined;
}

/** Loads and runs the tasks of this process. An idle task without readers is only on disk. */
export interface TaskHost {
  /** Returns the durable state of a task. */
  readonly find: (taskId: string) => Task | undefined;
  /** Returns whether another living process runs a task, so that messages must be mailed. */
  readonly isRunElsewhere: (taskId: string) => boolean;
  /**
   * Loads a task into memory, with its mail, and takes it over if no living owner needs it. Throws
   * `RunnerError`.
   */
  readonly load: (taskId: string, options?: LoadTaskOptions) => LoadedTask;
  /**
   * Loads a task for a reader. Returns `undefined` if another process runs it or its agent is not
   * served.
   */
  readonly loadOwn: (taskId: string) => LoadedTask | undefined;
  /**
   * Adds a task that is being stored and starts it immediately: its first step starts with a write
   * that shares the commit. Resolves when it is stored. If storing fails, rejects and removes the
   * task.
   */
  readonly addNew: (task: Task, stored: Promise<void>) => Promise<void>;
  readonly start: (task: LoadedTask) => void;
  readonly unloadIfIdle: (task: LoadedTask) => void;
  /** Removes a task that is no longer on disk, even if it has readers. */
  readonly removeErased: (taskId: string) => void;
  readonly recovery: Pick<
    TaskRecovery,
    'takeOverOwner' | 'resumeOwnTasks' | 'checkTasks' | 'releaseUnserved'
  >;
  /** Returns the number of tasks in memory. */
  readonly count: () => number;
  readonly running: () => Promise<void>[];
  /** Stops retrying tasks that are held back. */
  readonly stopRetries: () => void;
  /** Stops all running tasks without logging an event. */
  readonly abandon: () => void;
}

export function createTaskHost(deps: TaskHostDeps): TaskHost {
  const { agents, table, ownership, clock } = deps;
  const loadedTasks = createLoadedTasks({
    ...deps,
    onDropped: (taskId, thrown) => recovery.handleDrop(taskId, thrown),
  });
  const runs = createTaskRuns({ ...deps, loadedTasks });
  const loadDeps = { ...deps, loadedTasks, runs };
  const recovery: TaskRecovery = createTaskRecovery(loadDeps);
  return {
    find: (taskId) => loadedTasks.current(taskId)?.log.durable ?? table.load(taskId)?.task,
    load: (taskId, options) => loadTask(loadDeps, taskId, options),
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
      return agents.get(status.agent) && loadTask(loadDeps, taskId);
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
