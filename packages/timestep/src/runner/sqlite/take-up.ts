import { isFinal, type Departure } from '../../core/index.ts';
import { bringTask, type BringSite } from './bring-task.ts';
import type { CommitQueue } from './commit-queue.ts';
import { lookInLots } from './in-lots.ts';
import type { Resident } from './held-tasks.ts';
import type { MailTable } from './mail-table.ts';
import { departureOf, NOBODY } from './ownership.ts';
import { FencedError, isStoreWide } from './store-error.ts';

export interface TakeUpSite extends BringSite {
  readonly queue: CommitQueue;
  readonly mail: MailTable;
  /** Called when readers must look at the disk again. */
  readonly onHeld: () => void;
  /** Receives failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Takes up tasks that must continue: after a crash, a failed write, or a change by another process.
 */
export interface TakeUp {
  /** Remembers a dropped task, where it can be taken up again. */
  readonly afterDrop: (taskId: string, thrown: unknown) => void;
  /** Continues the tasks under way of an owner that is gone. */
  readonly inherit: (owner: string) => void;
  /** Continues the tasks of this process that are under way on disk and not in memory. */
  readonly own: () => void;
  /**
   * Drops tasks that another process took over, takes in mail, and takes up again tasks that could
   * not be written.
   */
  readonly review: () => void;
  /**
   * Lets tasks go whose agent is not there any more: any process that has the agent may go on with
   * them, and this one does when it has the agent again.
   */
  readonly letGo: () => void;
  readonly stop: () => void;
}

export function createTakeUp(site: TakeUpSite): TakeUp {
  const { held: tasks, drives, queue, table, mail, ownership, agents, clock, crashLimit } = site;
  /** Tasks of this process that could not be written to disk; no process drives them. */
  const stranded = new Set<string>();
  let isStopped = false;
  const ownerships = lookInLots({
    clock,
    all: () => tasks.all(),
    look(held) {
      attempt(() => {
        if (!held.isArriving && !tasks.isOwn(held)) tasks.forget(held);
      });
    },
  });

  /** One damaged task must not stop the others. */
  function attempt(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      site.onFailure(thrown);
    }
  }

  /** False where the agent of the task is not there. */
  function takeUp(taskId: string, departure?: Departure): boolean {
    const held = tasks.get(taskId);
    if (held && tasks.isOwn(held)) return true;
    // Another process had the task meanwhile, so the copy in memory is outdated.
    if (held) tasks.forget(held);
    const status = table.status(taskId);
    // This process must not continue a task that has another owner or is at rest.
    if (status?.owner !== ownership.id || !status.isUnderWay) return true;
    const isServed = agents.get(status.agent) !== undefined;
    if (isServed) bringTask(site, taskId, { departure });
    else stranded.add(taskId);
    return isServed;
  }

  function takeUpStranded(): void {
    for (const taskId of stranded) {
      attempt(() => {
        if (takeUp(taskId)) stranded.delete(taskId);
      });
    }
  }

  /** Ends what this process does for a task; once all of that is written, the task is nobody's. */
  async function release(held: Resident): Promise<void> {
    const { log } = held;
    const { id, origin } = log.task;
    tasks.forget(held);
    try {
      await queue.add(() => {
        table.claim(id, { owner: ownership.id, epoch: log.epoch }, NOBODY);
      });
      if (isStopped) return;
      site.onHeld();
      if (agents.get(origin.agent)) inherit(NOBODY);
    } catch (thrown) {
      stranded.add(id);
      site.onFailure(thrown);
    }
  }

  function inherit(owner: string): void {
    const departure = departureOf(ownership, owner, crashLimit);
    for (const taskId of table.takeOver(owner, ownership.id, agents.names())) {
      attempt(() => takeUp(taskId, departure));
    }
  }

  return {
    afterDrop(taskId, thrown) {
      // A task that cannot be written for a reason of its own would only fail again.
      if (thrown instanceof FencedError || isStoreWide(thrown)) stranded.add(taskId);
      if (!(thrown instanceof FencedError)) site.onFailure(thrown);
      else if (thrown.code === 'mail-pending') setImmediate(takeUpStranded);
    },
    inherit,
    own() {
      for (const taskId of table.underWay(ownership.id)) attempt(() => takeUp(taskId));
    },
    review() {
      // The next write of a drive that was taken over is fenced off. This look only stops the drive
      // and its readers sooner, so it may be slow where there are many.
      ownerships.begin();
      for (const taskId of mail.addressedTo(ownership.id)) {
        const held = tasks.get(taskId);
        attempt(() => (held ? drives.takeMail(held) : takeUp(taskId)));
      }
      takeUpStranded();
    },
    letGo() {
      for (const held of [...tasks.all()]) {
        const { task } = held.log;
        // A task that ends needs its agent no more.
        if (isFinal(task) || task.cancelRequested) continue;
        if (!agents.get(task.origin.agent)) void release(held);
      }
    },
    stop() {
      isStopped = true;
      ownerships.stop();
    },
  };
}
