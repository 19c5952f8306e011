import { eventsOfMail, isFinal, lostEffects, type Departure, type Task } from '../../core/index.ts';
import type { Clock, ServedAgents, HookSlot } from '../../port/index.ts';
import { absentAgent } from '../absent-agent.ts';
import { conduct, isAtRest } from '../conduct.ts';
import type { RecordFailure } from '../failure.ts';
import type { HeldTasks, Resident } from './held-tasks.ts';
import type { MailTable } from './mail-table.ts';
import { createQuarantine } from './quarantine.ts';

export interface DrivesSite {
  readonly held: HeldTasks;
  readonly mail: MailTable;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  /** How often in a row a task's process may be lost while the task is under way. */
  readonly crashLimit: number;
  /** Turns an agent's failure into what callers receive. */
  readonly tell: RecordFailure;
  readonly hooks: HookSlot | undefined;
}

/** Drives the tasks in memory. A task whose drive fails is dropped. */
export interface Drives {
  /** Begins a drive where none is running and the task has not ended. */
  readonly keepGoing: (held: Resident) => void;
  /** Takes the mail of a task into its log and continues the task. */
  readonly takeMail: (held: Resident) => void;
  /** Continues a task that had effects under way when its owner departed. */
  readonly resume: (held: Resident, departure: Departure) => void;
  /** Begins no more tasks that may have ended a process. */
  readonly beginNoTurns: () => void;
}

export function createDrives(site: DrivesSite): Drives {
  const { held: tasks, mail, agents, clock, crashLimit, tell, hooks } = site;
  const quarantine = createQuarantine({ crashLimit, begin: keepGoing, letGo: tasks.letGo });

  async function conducted(held: Resident): Promise<void> {
    try {
      // A message may arrive between a drive's last decision and its end, so the task is checked
      // again.
      do {
        const { agent } = held.log.task.origin;
        const served = agents.get(agent) ?? absentAgent(agent);
        held.conducting = conduct(held.log, served, clock, { tell, hooks });
        await held.conducting.done;
      } while (!isAtRest(held.log));
      held.conducting = undefined;
      tasks.letGo(held);
    } catch (thrown) {
      tasks.drop(held, thrown);
      held.conducting = undefined;
    }
  }

  function keepGoing(held: Resident): void {
    if (!held.conducting && !isFinal(held.log.task)) void conducted(held);
  }

  /** Folds the mail at once, so that later appends follow it. */
  async function takeMail(held: Resident): Promise<void> {
    const { log } = held;
    const { id } = log.task;
    const taking: Promise<Task>[] = [];
    let isCancel = false;
    for (const pending of mail.pending(id, held.mailTaken)) {
      // The disk will refuse an end of the task that is being written.
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
      tasks.drop(held, thrown);
    }
  }

  async function resume(held: Resident, departure: Departure): Promise<void> {
    const lost = lostEffects(held.log.task, departure);
    try {
      const recorded = lost.length > 0 ? held.log.appendAll(lost) : undefined;
      if (held.log.task.isHeld) quarantine.add(held);
      await Promise.all([recorded, takeMail(held)]);
      keepGoing(held);
    } catch (thrown) {
      tasks.drop(held, thrown);
    }
  }

  return {
    keepGoing,
    takeMail: (held) => void takeMail(held),
    resume: (held, departure) => void resume(held, departure),
    beginNoTurns: () => quarantine.close(),
  };
}
