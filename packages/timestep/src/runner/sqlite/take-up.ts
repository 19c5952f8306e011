import type { Departure } from '../../core/index.ts';
import { bringTask, type BringSite } from './bring-task.ts';
import { lookInLots } from './in-lots.ts';
import type { MailTable } from './mail-table.ts';
import { departureOf, NOBODY } from './ownership.ts';
import { createReleasing, type Releasing, type ReleasingSite } from './releasing.ts';
import { FencedError, isStoreWide } from './store-error.ts';

export interface TakeUpSite extends BringSite, ReleasingSite {
  readonly mail: MailTable;
}

/**
 * Takes up tasks that must continue: after a crash, a failed write, or a change by another process.
 */
export interface TakeUp extends Pick<Releasing, 'letGo'> {
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
  readonly stop: () => void;
}

export function createTakeUp(site: TakeUpSite): TakeUp {
  const { held: tasks, drives, table, mail, ownership, agents, clock, crashLimit } = site;
  /** Tasks of this process that could not be written to disk; no process drives them. */
  const stranded = new Set<string>();
  const releasing = createReleasing(site, {
    onReleased: () => inherit(NOBODY),
    onFailed: (taskId) => stranded.add(taskId),
  });
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

  function takeUp(taskId: string, departure?: Departure): void {
    if (!takeUpTask(site, taskId, departure)) stranded.add(taskId);
  }

  function takeUpStranded(): void {
    for (const taskId of stranded) {
      attempt(() => {
        if (takeUpTask(site, taskId)) stranded.delete(taskId);
      });
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
    letGo: releasing.letGo,
    stop() {
      releasing.stop();
      ownerships.stop();
    },
  };
}

/** Continues a task of this process that is not in memory; false where its agent is not there. */
function takeUpTask(site: TakeUpSite, taskId: string, departure?: Departure): boolean {
  const { held: tasks, table, ownership, agents } = site;
  const held = tasks.get(taskId);
  if (held && tasks.isOwn(held)) return true;
  // Another process had the task meanwhile, so the copy in memory is outdated.
  if (held) tasks.forget(held);
  const status = table.status(taskId);
  // This process must not continue a task that has another owner or is at rest.
  if (status?.owner !== ownership.id || !status.isUnderWay) return true;
  if (!agents.get(status.agent)) return false;
  bringTask(site, taskId, { departure });
  return true;
}
