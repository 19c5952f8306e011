import type { Departure, Task } from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgent, type ServedAgents } from '../../port/index.ts';
import type { Drives } from './drives.ts';
import type { HeldTasks, Resident } from './held-tasks.ts';
import { departureOf, isNeededBy, type Ownership } from './ownership.ts';
import { isIdle } from './sqlite-task-log.ts';
import type { TaskTable } from './task-table.ts';

export interface BringSite {
  readonly held: HeldTasks;
  readonly drives: Drives;
  readonly table: TaskTable;
  readonly ownership: Ownership;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly crashLimit: number;
}

/**
 * Brings a task into memory, with its mail, and takes it over where its owner does not need it.
 * `departure` is what happened to an owner whose tasks this process has taken over already. Throws
 * `RunnerError`.
 */
export function bringTask(site: BringSite, taskId: string, departure?: Departure): Resident {
  const { held, drives, table, ownership, clock, crashLimit } = site;
  const present = held.current(taskId);
  if (present) return present;
  const stored = table.load(taskId);
  if (!stored) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  const { task, owner, epoch } = stored;
  const served = servedBy(site.agents, task);
  const departed = departure ?? departureOf(ownership, owner, crashLimit);
  if (owner === ownership.id && isIdle(task)) {
    const own = held.hold(task, epoch, served);
    drives.takeMail(own);
    return own;
  }
  const isNeeded = isNeededBy(ownership, owner, !isIdle(task), clock.now());
  if (isNeeded || !table.claim(taskId, stored, ownership.id)) {
    const message = `another process is working on task ${taskId}: try again`;
    throw new RunnerError('busy-elsewhere', message);
  }
  const taken = held.hold(task, epoch + 1, served);
  if (isIdle(task)) drives.takeMail(taken);
  else drives.resume(taken, departed);
  return taken;
}

function servedBy(agents: ServedAgents, task: Task): ServedAgent {
  const { agent } = task.origin;
  const served = agents.get(agent);
  if (!served) throw new RunnerError('unknown-agent', `there is no agent ${agent}`);
  return served;
}
