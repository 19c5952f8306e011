import { hasTaskEnded, type RunnerExit } from '#core';
import { loadTaskIntoMemory, type LoadTaskDeps } from '../tasks/load-into-memory.ts';
import { createUnwritableTaskEnder } from '../tasks/end-unwritable-task.ts';
import { scanInBatches } from './scan-in-batches.ts';
import { NO_OWNER } from './ownership.ts';
import type { LoadedTask } from '../tasks/loaded-tasks.ts';
import { FencedError, isDatabaseFailure } from '#engine/store';

/** Resumes tasks after a crash, a failed write, or a change by another process. */
export interface TaskRecovery {
  /** Releases tasks whose agent is not served here, so that another process may resume them. */
  readonly releaseUnserved: () => void;
  readonly handleDrop: (taskId: string, thrown: unknown) => void;
  readonly takeOverOwner: (owner: string) => void;
  /** Resumes tasks that, according to the database, this process runs, though they are not in memory. */
  readonly resumeOwnTasks: () => void;
  /** Drops tasks that other processes took over, processes mailboxes, and resumes tasks whose last write failed. */
  readonly checkTasks: () => void;
  readonly stop: () => void;
}

export function createTaskRecovery(deps: LoadTaskDeps): TaskRecovery {
  const { loadedTasks, runs, table, mail, ownership, agents, clock } = deps;
  /** Ids of own tasks that could not continue: a write failed, or their agent is not served. */
  const stranded = new Set<string>();
  const endUnwritableTask = createUnwritableTaskEnder(deps, loadedTasks);
  const releaser = createTaskReleaser(deps, {
    onReleased: () => takeOverOwner(NO_OWNER),
    onFailed: (taskId) => stranded.add(taskId),
  });
  const ownerships = scanInBatches({
    clock,
    all: () => loadedTasks.all(),
    check(loaded) {
      runOrReport(() => {
        if (!loaded.isArriving && !loadedTasks.isOwn(loaded)) loadedTasks.removeTask(loaded);
      });
    },
  });

  /**
   * Runs a function and only reports its failure, so that a damaged task does not stop the others.
   */
  function runOrReport(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      deps.onFailure(thrown);
    }
  }

  function resumeOrMarkStranded(taskId: string, exit?: RunnerExit): void {
    if (!resumeTaskUnlessUnserved(deps, taskId, exit)) stranded.add(taskId);
  }

  function resumeStrandedTasks(): void {
    for (const taskId of stranded) {
      runOrReport(() => {
        if (resumeTaskUnlessUnserved(deps, taskId)) stranded.delete(taskId);
      });
    }
  }

  function takeOverOwner(owner: string): void {
    const exit = ownership.getExit(owner);
    for (const taskId of table.takeOver(owner, ownership.id, agents.names())) {
      runOrReport(() => resumeOrMarkStranded(taskId, exit));
    }
  }

  return {
    handleDrop(taskId, thrown) {
      const isFenced = thrown instanceof FencedError;
      if (!isFenced) deps.onFailure(thrown);
      if (isFenced || isDatabaseFailure(thrown)) stranded.add(taskId);
      // A task that failed for a reason of its own is ended, because it would fail again.
      else endUnwritableTask(taskId);
      if (isFenced && thrown.code === 'mail-pending') setImmediate(resumeStrandedTasks);
    },
    takeOverOwner,
    resumeOwnTasks() {
      for (const taskId of table.listWorking(ownership.id))
        runOrReport(() => resumeOrMarkStranded(taskId));
    },
    checkTasks() {
      // A late check does no harm: the database rejects writes to a task that another process has taken.
      ownerships.start();
      for (const taskId of mail.listTasksWithMail(ownership.id)) {
        const loaded = loadedTasks.get(taskId);
        runOrReport(() => (loaded ? runs.applyMailbox(loaded) : resumeOrMarkStranded(taskId)));
      }
      resumeStrandedTasks();
    },
    releaseUnserved: releaser.releaseUnserved,
    stop() {
      releaser.stop();
      ownerships.stop();
    },
  };
}

/** Resumes a task that is not in memory. Returns false if its agent is not served. */
function resumeTaskUnlessUnserved(deps: LoadTaskDeps, taskId: string, exit?: RunnerExit): boolean {
  const { loadedTasks, table, ownership, agents } = deps;
  const loaded = loadedTasks.get(taskId);
  if (loaded && loadedTasks.isOwn(loaded)) return true;
  // The copy of the task in memory is outdated, so it is dropped.
  if (loaded) loadedTasks.removeTask(loaded);
  const status = table.readStatus(taskId);
  if (status?.owner !== ownership.id || !status.isUnderWay) return true;
  if (!agents.get(status.agent)) return false;
  loadTaskIntoMemory(deps, taskId, { exit });
  return true;
}

function createTaskReleaser(
  { loadedTasks, queue, table, ownership, agents, onLoaded, onFailure }: LoadTaskDeps,
  on: { readonly onReleased: () => void; readonly onFailed: (taskId: string) => void },
): Pick<TaskRecovery, 'releaseUnserved' | 'stop'> {
  let isStopped = false;

  /** Stops running a task and releases it to other processes, after all its earlier writes. */
  async function releaseTask(loaded: LoadedTask): Promise<void> {
    const { log } = loaded;
    const { id, origin } = log.task;
    loadedTasks.removeTask(loaded);
    try {
      await queue.add(() => {
        table.claim(id, { owner: ownership.id, epoch: log.epoch }, NO_OWNER);
      });
      if (isStopped) return;
      onLoaded();
      if (agents.get(origin.agent)) on.onReleased();
    } catch (thrown) {
      on.onFailed(id);
      onFailure(thrown);
    }
  }

  return {
    releaseUnserved() {
      for (const loaded of loadedTasks.all()) {
        const { task } = loaded.log;
        // A canceled task can end even if its agent is not served.
        if (hasTaskEnded(task) || task.cancelRequested) continue;
        if (!agents.get(task.origin.agent)) void releaseTask(loaded);
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
