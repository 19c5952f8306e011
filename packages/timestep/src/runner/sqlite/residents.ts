import { isFinal, lostEffects, type Task } from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgent } from '../../port/index.ts';
import { conduct, isAtRest, type Conducting } from '../conduct.ts';
import type { Ownership } from './ownership.ts';
import { SqliteTaskLog, type LogSite } from './sqlite-task-log.ts';
import { FencedError } from './store-error.ts';
import type { TaskTable } from './task-table.ts';

/** A task of this process that is in memory: being driven, or watched. */
export interface Resident {
  readonly log: SqliteTaskLog;
  readonly served: ServedAgent;
  conducting: Conducting | undefined;
}

export interface ResidentsSite extends LogSite {
  readonly agents: readonly ServedAgent[];
  readonly clock: Clock;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  /** Told of failures to write that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** The tasks in memory. A task at rest that nobody watches is not: it costs its place on disk only. */
export interface Residents {
  /** The task as everybody may see it. */
  find(taskId: string): Task | undefined;
  /** Brings a task in, taking it over where its owner does not need it. Throws `RunnerError`. */
  bring(taskId: string): Resident;
  /** Brings a task in to be watched; nothing where another process owns it. */
  bringOwn(taskId: string): Resident | undefined;
  /** Takes in a task that has just been stored. */
  hold(task: Task, epoch: number, served: ServedAgent): Resident;
  keepGoing(held: Resident): void;
  letGo(held: Resident): void;
  /** Goes on with what an owner that is gone had under way; returns how much of it is left. */
  inherit(owner: string): number;
  running(): Promise<void>[];
  /** Stops all driving, without a word in the logs. */
  abandon(): void;
}

export function createResidents(site: ResidentsSite): Residents {
  const { agents, clock, ownership, table, onFailure } = site;
  const residents = new Map<string, Resident>();

  function servedBy(task: Task): ServedAgent {
    const { agent } = task.origin;
    const served = agents.find(({ name }) => name === agent);
    if (!served) throw new RunnerError('unknown-agent', `there is no agent ${agent}`);
    return served;
  }

  function find(taskId: string): Task | undefined {
    return residents.get(taskId)?.log.durable ?? table.load(taskId)?.task;
  }

  function hold(task: Task, epoch: number, served: ServedAgent): Resident {
    const held = { log: new SqliteTaskLog(task, epoch, site), served, conducting: undefined };
    residents.set(task.id, held);
    return held;
  }

  function bring(taskId: string): Resident {
    const held = residents.get(taskId);
    if (held) return held;
    const stored = table.load(taskId);
    if (!stored) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    const { task, owner, epoch } = stored;
    if (owner === ownership.id) return hold(task, epoch, servedBy(task));
    const isNeeded = !isAtRest(stored) && ownership.isAlive(owner, clock.now());
    if (isNeeded || !table.claim(taskId, stored, ownership.id)) {
      throw new RunnerError(
        'busy-elsewhere',
        `another process is working on task ${taskId}: try again`,
      );
    }
    return hold(task, epoch + 1, servedBy(task));
  }

  function letGo({ log, conducting }: Resident): void {
    if (conducting || log.isWatched || !isAtRest(log)) return;
    residents.delete(log.task.id);
  }

  /** What is in memory may be ahead of the disk, or the disk somebody else's: the disk is right. */
  function drop({ log }: Resident, thrown: unknown): void {
    residents.delete(log.task.id);
    log.giveUp();
    if (!(thrown instanceof FencedError)) onFailure(thrown);
  }

  async function conducted(held: Resident): Promise<void> {
    try {
      // Something may be sent between a drive's last decision and its end: look again.
      do {
        held.conducting = conduct(held.log, held.served, clock);
        await held.conducting.done;
      } while (!isAtRest(held.log));
      held.conducting = undefined;
      letGo(held);
    } catch (thrown) {
      held.conducting = undefined;
      drop(held, thrown);
    }
  }

  function keepGoing(held: Resident): void {
    if (!held.conducting && !isFinal(held.log.task)) void conducted(held);
  }

  async function resume(held: Resident): Promise<void> {
    const lost = lostEffects(held.log.task);
    try {
      if (lost.length > 0) await held.log.appendAll(lost);
      keepGoing(held);
    } catch (thrown) {
      drop(held, thrown);
    }
  }

  return {
    find,
    bring,
    bringOwn(taskId) {
      const held = residents.get(taskId);
      if (held) return held;
      const stored = table.load(taskId);
      return stored?.owner === ownership.id ? bring(taskId) : undefined;
    },
    hold,
    keepGoing,
    letGo,
    inherit(owner) {
      for (const taskId of table.underWay(owner)) {
        const stored = table.load(taskId);
        const served = agents.find(({ name }) => name === stored?.task.origin.agent);
        // A task of an agent that is not served here waits for a process that serves it.
        if (!stored || !served || !table.claim(taskId, stored, ownership.id)) continue;
        void resume(hold(stored.task, stored.epoch + 1, served));
      }
      return table.underWay(owner).length;
    },
    running: () => [...residents.values()].flatMap(({ conducting }) => conducting?.done ?? []),
    abandon() {
      for (const held of residents.values()) {
        held.conducting?.interrupt();
        held.log.giveUp();
      }
    },
  };
}
