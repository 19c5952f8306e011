import { eventsOfMail, isFinal, lostEffects, type Departure, type Task } from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgent } from '../../port/index.ts';
import { conduct, isAtRest, type Conducting } from '../conduct.ts';
import type { TellFailure } from '../failure.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { MailTable } from './mail-table.ts';
import type { Ownership } from './ownership.ts';
import { lookInLots } from './in-lots.ts';
import { createQuarantine } from './quarantine.ts';
import { isIdle, SqliteTaskLog, type LogSite } from './sqlite-task-log.ts';
import { FencedError, isStoreWide } from './store-error.ts';
import type { TaskTable } from './task-table.ts';

/** A task of this process that is in memory: being driven, or watched. */
export interface Resident {
  readonly log: SqliteTaskLog;
  readonly served: ServedAgent;
  conducting: Conducting | undefined;
  /** The id of the newest mail that it has taken. */
  mailTaken: number;
  /** Whether its first write is still on its way to disk, where nobody knows of it yet. */
  isArriving: boolean;
}

export interface ResidentsSite {
  readonly queue: CommitQueue;
  readonly agents: readonly ServedAgent[];
  readonly clock: Clock;
  readonly ownership: Ownership;
  readonly table: TaskTable;
  readonly mail: MailTable;
  /** How often in a row a task may be under way when its process is lost. */
  readonly crashLimit: number;
  /** Told when there is something in memory that others may write to. */
  readonly onHeld: () => void;
  /** Told of failures that no caller is waiting for. */
  readonly onFailure: (thrown: unknown) => void;
  /** What callers are told of an agent's failures. */
  readonly tell: TellFailure;
}

/** The tasks in memory. A task at rest that nobody watches is not: it costs its place on disk only. */
export interface Residents {
  /** The task as everybody may see it. */
  find(taskId: string): Task | undefined;
  /** Whether another living process is at work on it: what is for the task must go to its mail. */
  isDrivenElsewhere(taskId: string): boolean;
  /**
   * Brings a task in, with the mail it has, taking it over where its owner does not need it. Throws
   * `RunnerError`.
   */
  bring(taskId: string): Resident;
  /** Brings a task in to be watched; nothing where it is not this process that drives it. */
  bringOwn(taskId: string): Resident | undefined;
  /**
   * Takes in a task that is being stored, and goes on with it at once: what it does first begins with
   * a write, which shares the commit. Resolves once it is stored; rejects, with nothing left of it,
   * where it is not.
   */
  holdNew(task: Task, served: ServedAgent, stored: Promise<void>): Promise<void>;
  keepGoing(held: Resident): void;
  letGo(held: Resident): void;
  /** Lets go of a task that is no longer there, whoever watches it. */
  forgetErased(taskId: string): void;
  /** Goes on with what an owner that is gone had under way. */
  inherit(owner: string): void;
  /** Goes on with what this process has under way on disk and not in memory. */
  takeUpOwn(): void;
  /**
   * Lets go of what others took over, takes in mail, and takes up again what could not be written.
   */
  review(): void;
  /** How many there are. */
  count(): number;
  running(): Promise<void>[];
  /** Lets no task that is held begin any more. */
  beginNoTurns(): void;
  /** Stops all driving, without a word in the logs. */
  abandon(): void;
}

export function createResidents(site: ResidentsSite): Residents {
  const { queue, agents, clock, ownership, table, mail, crashLimit, onHeld, onFailure } = site;
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

  const quarantine = createQuarantine({ crashLimit, begin: keepGoing, letGo });
  const ownerships = lookInLots({
    clock,
    all: () => residents.values(),
    look(held) {
      attempt(() => {
        if (!held.isArriving && !isOwn(held)) forget(held);
      });
    },
  });

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
    const log = new SqliteTaskLog(task, epoch, logSite);
    const held = { log, served, conducting: undefined, mailTaken: 0, isArriving: false };
    residents.set(task.id, held);
    onHeld();
    return held;
  }

  /** `departure` says what became of an owner whose tasks this process has taken over already. */
  function bring(taskId: string, departure?: Departure): Resident {
    const held = current(taskId);
    if (held) return held;
    const stored = table.load(taskId);
    if (!stored) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    const { task, owner, epoch } = stored;
    const served = servedBy(task);
    const departed = departure ?? departureOf(owner);
    if (owner === ownership.id && isIdle(task)) {
      const own = hold(task, epoch, served);
      void takeMail(own);
      return own;
    }
    if (isNeededBy(owner, !isIdle(task)) || !table.claim(taskId, stored, ownership.id)) {
      const message = `another process is working on task ${taskId}: try again`;
      throw new RunnerError('busy-elsewhere', message);
    }
    const taken = hold(task, epoch + 1, served);
    if (isIdle(task)) void takeMail(taken);
    else void resume(taken, departed);
    return taken;
  }

  /** What this process let go of itself, as for want of a disk, is no sign of a crash. */
  function departureOf(owner: string): Departure {
    const isLost = owner !== ownership.id && ownership.hasPlace(owner);
    return isLost ? { kind: 'lost', crashLimit } : { kind: 'left' };
  }

  function isNeededBy(owner: string, isWorking: boolean): boolean {
    return owner !== ownership.id && isWorking && ownership.isAlive(owner, clock.now());
  }

  /** Folds the mail at once, so that whatever is appended next follows it. */
  async function takeMail(held: Resident): Promise<void> {
    const { log } = held;
    const { id } = log.task;
    const taking: Promise<Task>[] = [];
    let isCancel = false;
    for (const pending of mail.pending(id, held.mailTaken)) {
      // An end that is on its way to disk will be refused there.
      if (isFinal(log.task)) break;
      held.mailTaken = pending.id;
      isCancel ||= pending.mail.kind === 'cancel';
      const events = eventsOfMail(log.task, pending.mail);
      taking.push(log.appendAll(events, () => mail.remove(pending.id)));
    }
    if (taking.length === 0) return;
    try {
      await Promise.all(taking);
      if (isCancel) held.conducting?.interrupt();
      keepGoing(held);
    } catch (thrown) {
      drop(held, thrown);
    }
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
    if (thrown instanceof FencedError && thrown.code === 'mail-pending')
      setImmediate(takeUpStranded);
    if (!(thrown instanceof FencedError)) onFailure(thrown);
  }

  async function conducted(held: Resident): Promise<void> {
    try {
      // Something may be sent between a drive's last decision and its end: look again.
      do {
        held.conducting = conduct(held.log, held.served, clock, site.tell);
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

  async function resume(held: Resident, departure: Departure): Promise<void> {
    const lost = lostEffects(held.log.task, departure);
    try {
      const recorded = lost.length > 0 ? held.log.appendAll(lost) : undefined;
      if (held.log.task.isHeld) quarantine.add(held);
      await Promise.all([recorded, takeMail(held)]);
      keepGoing(held);
    } catch (thrown) {
      drop(held, thrown);
    }
  }

  function takeUp(taskId: string, departure?: Departure): void {
    const held = residents.get(taskId);
    if (held && isOwn(held)) return;
    // Another process had the task meanwhile: what is in memory is from before.
    if (held) forget(held);
    const status = table.status(taskId);
    // Whatever else became of it, it is not this process's to go on with.
    if (status?.owner !== ownership.id || !status.isUnderWay) return;
    bring(taskId, departure);
  }

  /** One damaged task must not keep the others from going on. */
  function attempt(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      onFailure(thrown);
    }
  }

  function takeUpStranded(): void {
    for (const taskId of stranded) {
      attempt(() => {
        takeUp(taskId);
        stranded.delete(taskId);
      });
    }
  }

  return {
    find,
    bring: (taskId) => bring(taskId),
    isDrivenElsewhere(taskId) {
      const status = current(taskId) ? undefined : table.status(taskId);
      return status !== undefined && isNeededBy(status.owner, status.isWorking);
    },
    bringOwn(taskId) {
      const held = current(taskId);
      if (held) return held;
      const status = table.status(taskId);
      const isWaiting = status?.owner === ownership.id && !status.isUnderWay;
      return isWaiting ? bring(taskId) : undefined;
    },
    async holdNew(task, served, stored) {
      const held: Resident = hold(task, 1, served);
      held.isArriving = true;
      keepGoing(held);
      try {
        await stored;
      } catch (thrown) {
        forget(held);
        throw thrown;
      }
      held.isArriving = false;
    },
    keepGoing,
    letGo,
    forgetErased(taskId) {
      const held = residents.get(taskId);
      if (held) forget(held);
    },
    inherit(owner) {
      const names = agents.map(({ name }) => name);
      const departure = departureOf(owner);
      for (const taskId of table.takeOver(owner, ownership.id, names)) {
        attempt(() => takeUp(taskId, departure));
      }
    },
    takeUpOwn() {
      for (const taskId of table.underWay(ownership.id)) attempt(() => takeUp(taskId));
    },
    review() {
      // A drive that was taken over is fenced at its next write: this only tells it and its readers
      // sooner, so that it may take its time where there are many.
      ownerships.begin();
      for (const taskId of mail.addressedTo(ownership.id)) {
        const held = residents.get(taskId);
        attempt(() => (held ? void takeMail(held) : takeUp(taskId)));
      }
      takeUpStranded();
    },
    count: () => residents.size,
    running: () => [...residents.values()].flatMap(({ conducting }) => conducting?.done ?? []),
    beginNoTurns: () => quarantine.close(),
    abandon() {
      ownerships.stop();
      for (const held of residents.values()) {
        held.log.giveUp();
        held.conducting?.interrupt();
      }
    },
  };
}
