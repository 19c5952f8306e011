import type { Task } from '../../core/index.ts';
import type { Clock, ServedAgents, HookSlot } from '../../port/index.ts';
import type { RecordFailure } from '../failure.ts';
import { bringTask, type Bringing } from './bring-task.ts';
import type { CommitQueue } from './commit-queue.ts';
import { createDrives } from './drives.ts';
import { createHeldTasks, type Resident } from './held-tasks.ts';
import type { MailTable } from './mail-table.ts';
import { isNeededBy, type Ownership } from './ownership.ts';
import { createTakeUp, type TakeUp } from './take-up.ts';
import type { TaskTable } from './task-table.ts';

export interface ResidentsSite {
  readonly queue: CommitQueue;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  readonly mail: MailTable;
  /** How often in a row a task's process may be lost while the task is under way. */
  readonly crashLimit: number;
  /** Called when memory has a task that other processes may write to. */
  readonly onHeld: () => void;
  /** Called where calls that wait for other tasks may be due. */
  readonly onWaitDue: () => void;
  /** Called when events that were appended to a task are durable. */
  readonly onDurable: (task: Task) => void;
  /** Receives failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
  /** Turns an agent's failure into what callers receive. */
  readonly tell: RecordFailure;
  readonly hooks: HookSlot | undefined;
}

/**
 * The tasks in memory. A task at rest without a reader is not in memory: it takes room on disk
 * only.
 */
export interface Residents {
  /** The durable state of the task. */
  readonly find: (taskId: string) => Task | undefined;
  /**
   * Whether another living process works on a task: a message for the task must then go to its
   * mail.
   */
  readonly isDrivenElsewhere: (taskId: string) => boolean;
  /**
   * Brings a task into memory, with its mail, and takes it over where its owner does not need it.
   * Throws `RunnerError`.
   */
  readonly bring: (taskId: string, why?: Bringing) => Resident;
  /**
   * Brings a task into memory for a reader; returns `undefined` where another process drives it, and
   * where its agent is not there.
   */
  readonly bringOwn: (taskId: string) => Resident | undefined;
  /**
   * Takes in a task that is being stored, and continues it at once: its first step begins with a
   * write, which shares the commit. Resolves once it is stored; rejects and drops the task where it
   * is not.
   */
  readonly holdNew: (task: Task, stored: Promise<void>) => Promise<void>;
  readonly keepGoing: (held: Resident) => void;
  readonly letGo: (held: Resident) => void;
  /** Removes a task that is no longer on disk, even where readers follow it. */
  readonly forgetErased: (taskId: string) => void;
  readonly takeUp: Pick<TakeUp, 'inherit' | 'own' | 'review' | 'letGo'>;
  /** How many tasks are in memory. */
  readonly count: () => number;
  readonly running: () => Promise<void>[];
  /** Begins no more tasks that are held back. */
  readonly beginNoTurns: () => void;
  /** Stops all drives, without an entry in the logs. */
  readonly abandon: () => void;
}

export function createResidents(site: ResidentsSite): Residents {
  const { agents, table, ownership, clock } = site;
  const held = createHeldTasks({
    ...site,
    onDropped: (taskId, thrown) => takeUp.afterDrop(taskId, thrown),
  });
  const drives = createDrives({ ...site, held });
  const bringing = { ...site, held, drives };
  const takeUp: TakeUp = createTakeUp(bringing);
  return {
    find: (taskId) => held.current(taskId)?.log.durable ?? table.load(taskId)?.task,
    bring: (taskId, why) => bringTask(bringing, taskId, why),
    isDrivenElsewhere(taskId) {
      const status = held.current(taskId) ? undefined : table.status(taskId);
      if (!status) return false;
      return isNeededBy(ownership, status.owner, status.isWorking, clock.now());
    },
    bringOwn(taskId) {
      const present = held.current(taskId);
      if (present) return present;
      const status = table.status(taskId);
      if (status?.owner !== ownership.id || status.isUnderWay) return undefined;
      return agents.get(status.agent) && bringTask(bringing, taskId);
    },
    async holdNew(task, stored) {
      const arriving = held.hold(task, 1);
      arriving.isArriving = true;
      drives.keepGoing(arriving);
      try {
        await stored;
      } catch (thrown) {
        held.forget(arriving);
        throw thrown;
      }
      arriving.isArriving = false;
    },
    keepGoing: drives.keepGoing,
    letGo: held.letGo,
    forgetErased(taskId) {
      const present = held.get(taskId);
      if (present) held.forget(present);
    },
    takeUp,
    count: held.count,
    running: () => [...held.all()].flatMap(({ conducting }) => conducting?.done ?? []),
    beginNoTurns: drives.beginNoTurns,
    abandon() {
      takeUp.stop();
      for (const { log, conducting } of held.all()) {
        log.giveUp();
        conducting?.release();
      }
    },
  };
}
