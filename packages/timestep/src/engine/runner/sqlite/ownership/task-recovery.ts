import type { ProcessExit } from '../../../../core/index.ts';
import { loadTask, type LoadTaskDeps } from '../tasks/load-into-memory.ts';
import { scanInBatches } from './scan-in-batches.ts';
import type { MailTable } from '../messages/mail-table.ts';
import { getProcessExit, NO_OWNER } from './ownership.ts';
import { createTaskReleaser, type TaskReleaser, type ReleaserDeps } from './task-releaser.ts';
import { FencedError, isDatabaseFailure } from '../../../store/index.ts';

export interface RecoveryDeps extends LoadTaskDeps, ReleaserDeps {
  readonly mail: MailTable;
}

/** Resumes tasks after a crash, a failed write, or a change by another process. */
export interface TaskRecovery extends Pick<TaskReleaser, 'releaseUnserved'> {
  readonly handleDrop: (taskId: string, thrown: unknown) => void;
  readonly takeOverOwner: (owner: string) => void;
  /** Resumes tasks of this process that are running only according to the disk. */
  readonly resumeOwnTasks: () => void;
  /** Drops lost tasks, processes mail, and resumes tasks that could not be written. */
  readonly checkTasks: () => void;
  readonly stop: () => void;
}

export function createTaskRecovery(deps: RecoveryDeps): TaskRecovery {
  const { loadedTasks, runs, table, mail, ownership, agents, clock, crashLimit } = deps;
  /** Tasks of this process that could not be written. No process runs them. */
  const stranded = new Set<string>();
  const releasing = createTaskReleaser(deps, {
    onReleased: () => takeOverOwner(NO_OWNER),
    onFailed: (taskId) => stranded.add(taskId),
  });
  const ownerships = scanInBatches({
    clock,
    all: () => loadedTasks.all(),
    check(loaded) {
      runAndReport(() => {
        if (!loaded.isArriving && !loadedTasks.isOwn(loaded)) loadedTasks.removeTask(loaded);
      });
    },
  });

  /** One damaged task must not stop the others. */
  function runAndReport(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      deps.onFailure(thrown);
    }
  }

  function resumeOrMarkStranded(taskId: string, exit?: ProcessExit): void {
    if (!resumeTask(deps, taskId, exit)) stranded.add(taskId);
  }

  function resumeStrandedTasks(): void {
    for (const taskId of stranded) {
      runAndReport(() => {
        if (resumeTask(deps, taskId)) stranded.delete(taskId);
      });
    }
  }

  function takeOverOwner(owner: string): void {
    const exit = getProcessExit(ownership, owner, crashLimit);
    for (const taskId of table.takeOver(owner, ownership.id, agents.names())) {
      runAndReport(() => resumeOrMarkStranded(taskId, exit));
    }
  }

  return {
    handleDrop(taskId, thrown) {
      // A task with a problem of its own would only fail again.
      if (thrown instanceof FencedError || isDatabaseFailure(thrown)) stranded.add(taskId);
      if (!(thrown instanceof FencedError)) deps.onFailure(thrown);
      else if (thrown.code === 'mail-pending') setImmediate(resumeStrandedTasks);
    },
    takeOverOwner,
    resumeOwnTasks() {
      for (const taskId of table.listWorking(ownership.id))
        runAndReport(() => resumeOrMarkStranded(taskId));
    },
    checkTasks() {
      // This may be slow: a lost task is fenced off at its next write anyway.
      ownerships.start();
      for (const taskId of mail.listTasksWithMail(ownership.id)) {
        const loaded = loadedTasks.get(taskId);
        runAndReport(() => (loaded ? runs.processMail(loaded) : resumeOrMarkStranded(taskId)));
      }
      resumeStrandedTasks();
    },
    releaseUnserved: releasing.releaseUnserved,
    stop() {
      releasing.stop();
      ownerships.stop();
    },
  };
}

/** Resumes a task that is not in memory. Returns false if its agent is not served. */
function resumeTask(deps: RecoveryDeps, taskId: string, exit?: ProcessExit): boolean {
  const { loadedTasks, table, ownership, agents } = deps;
  const loaded = loadedTasks.get(taskId);
  if (loaded && loadedTasks.isOwn(loaded)) return true;
  // The copy in memory is outdated.
  if (loaded) loadedTasks.removeTask(loaded);
  const status = table.readStatus(taskId);
  if (status?.owner !== ownership.id || !status.isUnderWay) return true;
  if (!agents.get(status.agent)) return false;
  loadTask(deps, taskId, { exit });
  return true;
}
