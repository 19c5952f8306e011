import { isFinal } from '../../../../core/index.ts';
import type { ServedAgents } from '../../../port/index.ts';
import type { CommitQueue } from '../file/commit-queue.ts';
import type { LoadedTasks, LoadedTask } from '../tasks/loaded-tasks.ts';
import { NO_OWNER, type Ownership } from './ownership.ts';
import type { TaskTable } from '../tasks/task-table.ts';

export interface ReleaserDeps {
  readonly loadedTasks: LoadedTasks;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly ownership: Ownership;
  readonly agents: ServedAgents;
  readonly onLoaded: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

export interface ReleaserCallbacks {
  /** The released task can be resumed. */
  readonly onReleased: () => void;
  readonly onFailed: (taskId: string) => void;
}

export interface TaskReleaser {
  /** Any process that serves the agent, also this one later, may resume the tasks. */
  readonly releaseUnserved: () => void;
  readonly stop: () => void;
}

export function createTaskReleaser(
  { loadedTasks, queue, table, ownership, agents, onLoaded, onFailure }: ReleaserDeps,
  { onReleased, onFailed }: ReleaserCallbacks,
): TaskReleaser {
  let isStopped = false;

  /** The release is written after all earlier writes. */
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
      if (agents.get(origin.agent)) onReleased();
    } catch (thrown) {
      onFailed(id);
      onFailure(thrown);
    }
  }

  return {
    releaseUnserved() {
      for (const loaded of loadedTasks.all()) {
        const { task } = loaded.log;
        // A task that is ending needs no agent.
        if (isFinal(task) || task.cancelRequested) continue;
        if (!agents.get(task.origin.agent)) void releaseTask(loaded);
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
