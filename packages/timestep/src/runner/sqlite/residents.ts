import { isFinal, lostEffects, type Task } from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgent } from '../../port/index.ts';
import { conduct, isAtRest, type Conducting } from '../conduct.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Ownership } from './ownership.ts';
import { isIdle, SqliteTaskLog, type LogSite } from './sqlite-task-log.ts';
import { FencedError, isStoreWide } from './store-error.ts';
import type { TaskTable } from './task-table.ts';

/** A task of this process that is in memory: being driven, or watched. */
export interface Resident {
  readonly log: SqliteTaskLog;
  readonly served: ServedAgent;
  conducting: Conducting | undefined;
}

export interface ResidentsSite {
  readonly queue: CommitQueue;
  readonly agents: readonly ServedAgent[];
  readonly clock: Clock;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  /** Told of failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** The tasks in memory. A task at rest that nobody watches is not: it costs its place on disk only. */
export interface Residents {
  /** The task as everybody may see it. */
  find(taskId: string): Task | undefined;
  /** Brings a task in, taking it over where its owner does not need it. Throws `RunnerError`. */
  bring(taskId: string): Resident;
  /** Brings a task in to be watched; nothing where it is not this process that drives it. */
  bringOwn(taskId: string): Resident | undefined;
  /** Takes in a task that has just been stored. */
  hold(task: Task, epoch: number, served: ServedAgent): Resident;
  keepGoing(held: Resident): void;
  letGo(held: Resident): void;
  /** Goes on with what an owner that is gone had under way. */
  inherit(owner: string): void;
  /** Lets go of what others took over, and takes up again what could not be written. */
  review(): void;
  running(): Promise<void>[];
  /** Stops all driving, without a word in the logs. */
  abandon(): void;
}

export function createResidents(site: ResidentsSite): Residents {
  const { queue, agents, clock, ownership, table, onFailure } = site;
  const residents = new Map<string, Resident>();
  /** Tasks of this process that the disk refused to write; they are under way nowhere. */
  const stranded = new Set<string>();
  const logSite: LogSite = {
    queue,
    table,
    owner: ownership.id,
    now: () => clock.now(),
    onUnwritten(log, thrown) {
      const held = residents.get(log.task.id);
      if (held?.log === log) drop(held, thrown);
    },
  };

  function servedBy(task: Task): ServedAgent {
    const { agent } = task.origin;
    const served = agents.find(({ name }) => name === agent);
    if (!served) throw new RunnerError('unknown-agent', `there is no agent ${agent}`);
    return served;
  }

  /** What is in memory, unless another process has taken it over since. */
  function current(taskId: string): Resident | undefined {
    const held = residents.get(taskId);
    // A drive that was fenced finds out by itself, at its next write.
    if (!held || held.conducting || isOwn(held)) return held;
    forget(held);
    return undefined;
  }

  function isOwn({ log }: Resident): boolean {
    const status = table.status(log.task.id);
    return status?.owner === ownership.id && status.epoch === log.epoch;
  }

  function find(taskId: string): Task | undefined {
    return current(taskId)?.log.durable ?? table.load(taskId)?.task;
  }

  function hold(task: Task, epoch: number, served: ServedAgent): Resident {
    const held = { log: new SqliteTaskLog(task, epoch, logSite), served, conducting: undefined };
    residents.set(task.id, held);
    return held;
  }

  function bring(taskId: string): Resident {
    const held = current(taskId);
    if (held) return held;
    const stored = table.load(taskId);
    if (!stored) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    const { task, owner, epoch } = stored;
    const served = servedBy(task);
    const isOurs = owner === ownership.id;
    if (isOurs && isIdle(task)) return hold(task, epoch, served);
    const isNeeded = !isOurs && !isIdle(task) && ownership.isAlive(owner, clock.now());
    if (isNeeded || !table.claim(taskId, stored, ownership.id)) {
      const message = `another process is working on task ${taskId}: try again`;
      throw new RunnerError('busy-elsewhere', message);
    }
    const taken = hold(task, epoch + 1, served);
    if (!isIdle(task)) void resume(taken);
    return taken;
  }

  function letGo(held: Resident): void {
    const { log, conducting } = held;
    if (conducting || log.isWatched || !isIdle(log.task)) return;
    if (residents.get(log.task.id) === held) residents.delete(log.task.id);
  }

  function forget(held: Resident): void {
    const { id } = held.log.task;
    if (residents.get(id) === held) residents.delete(id);
    held.log.giveUp();
    held.conducting?.interrupt();
  }

  /** What is in memory may be ahead of the disk, or the disk somebody else's: the disk is right. */
  function drop(held: Resident, thrown: unknown): void {
    const { id } = held.log.task;
    if (residents.get(id) !== held) return;
    forget(held);
    // A task that cannot be written for a reason of its own would fail again, at a cost.
    if (thrown instanceof FencedError || isStoreWide(thrown)) stranded.add(id);
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
      drop(held, thrown);
      held.conducting = undefined;
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

  function takeUp(taskId: string): void {
    const status = table.status(taskId);
    // Whatever else became of it, it is not this process's to go on with.
    if (residents.has(taskId) || status?.owner !== ownership.id || !status.isUnderWay) return;
    bring(taskId);
  }

  return {
    find,
    bring,
    bringOwn(taskId) {
      const held = current(taskId);
      if (held) return held;
      const status = table.status(taskId);
      const isWaiting = status?.owner === ownership.id && !status.isUnderWay;
      return isWaiting ? bring(taskId) : undefined;
    },
    hold,
    keepGoing,
    letGo,
    inherit(owner) {
      const names = agents.map(({ name }) => name);
      for (const taskId of table.takeOver(owner, ownership.id, names)) {
        try {
          takeUp(taskId);
        } catch (thrown) {
          // One damaged task must not keep the others from going on.
          onFailure(thrown);
        }
      }
    },
    review() {
      for (const held of residents.values()) if (!held.conducting && !isOwn(held)) forget(held);
      for (const taskId of stranded) {
        takeUp(taskId);
        stranded.delete(taskId);
      }
    },
    running: () => [...residents.values()].flatMap(({ conducting }) => conducting?.done ?? []),
    abandon() {
      for (const held of residents.values()) {
        held.log.giveUp();
        held.conducting?.interrupt();
      }
    },
  };
}
