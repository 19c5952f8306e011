import { isFinal } from '../../core/index.ts';
import type { ServedAgents } from '../../port/index.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { HeldTasks, Resident } from './held-tasks.ts';
import { NOBODY, type Ownership } from './ownership.ts';
import type { TaskTable } from './task-table.ts';

export interface ReleasingSite {
  readonly held: HeldTasks;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly ownership: Ownership;
  readonly agents: ServedAgents;
  /** Called when readers must look at the disk again. */
  readonly onHeld: () => void;
  /** Receives failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** What follows a release, or a failure to write it. */
export interface ReleasingEnds {
  /** The agent is there again: the released task can be taken up. */
  readonly onReleased: () => void;
  readonly onFailed: (taskId: string) => void;
}

/** Gives up the tasks of agents that have gone. */
export interface Releasing {
  /**
   * Lets tasks go whose agent is not there any more: any process that has the agent may go on with
   * them, and this one does when it has the agent again.
   */
  readonly letGo: () => void;
  readonly stop: () => void;
}

export function createReleasing(
  { held: tasks, queue, table, ownership, agents, onHeld, onFailure }: ReleasingSite,
  { onReleased, onFailed }: ReleasingEnds,
): Releasing {
  let isStopped = false;

  /** Calls off what this process does for a task; the release follows all that it has written. */
  async function release(held: Resident): Promise<void> {
    const { log } = held;
    const { id, origin } = log.task;
    tasks.forget(held);
    try {
      await queue.add(() => {
        table.claim(id, { owner: ownership.id, epoch: log.epoch }, NOBODY);
      });
      if (isStopped) return;
      onHeld();
      if (agents.get(origin.agent)) onReleased();
    } catch (thrown) {
      onFailed(id);
      onFailure(thrown);
    }
  }

  return {
    letGo() {
      for (const held of tasks.all()) {
        const { task } = held.log;
        // A task that ends needs its agent no more.
        if (isFinal(task) || task.cancelRequested) continue;
        if (!agents.get(task.origin.agent)) void release(held);
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
