import type { Departure } from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgents } from '../../port/index.ts';
import { unknownAgent } from '../absent-agent.ts';
import type { Drives } from './drives.ts';
import type { HeldTasks, Resident } from './held-tasks.ts';
import { departureOf, isNeededBy, type Ownership } from './ownership.ts';
import { needsNobody } from './sqlite-task-log.ts';
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

/** Why a task is brought into memory. */
export interface Bringing {
  /** What happened to an owner whose tasks this process has taken over already. */
  readonly departure?: Departure | undefined;
  /** The task will be canceled, which needs nothing of its agent. */
  readonly isToEnd?: boolean;
}

/**
 * Brings a task into memory, with its mail, and takes it over where its owner does not need it. Throws
 * `RunnerError`, also where its agent is not there.
 */
export function bringTask(
  site: BringSite,
  taskId: string,
  { departure, isToEnd = false }: Bringing = {},
): Resident {
  const { held, drives, table, ownership, agents, clock, crashLimit } = site;
  const present = held.current(taskId);
  if (present) return present;
  const stored = table.load(taskId);
  if (!stored) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  const { task, owner, epoch } = stored;
  const { agent } = task.origin;
  if (!isToEnd && !agents.get(agent)) throw unknownAgent(agent);
  const departed = departure ?? departureOf(ownership, owner, crashLimit);
  if (owner === ownership.id && needsNobody(task)) {
    const own = held.hold(task, epoch);
    drives.takeMail(own);
    return own;
  }
  const isNeeded = isNeededBy(ownership, owner, !needsNobody(task), clock.now());
  if (isNeeded || !table.claim(taskId, stored, ownership.id)) {
    const message = `another process is working on task ${taskId}: try again`;
    throw new RunnerError('busy-elsewhere', message);
  }
  const taken = held.hold(task, epoch + 1);
  if (needsNobody(task)) drives.takeMail(taken);
  else drives.resume(taken, departed);
  return taken;
}
