import type { RunnerExit } from '#core';
import { createTaskNotFoundError, RunnerError } from '#engine/port';
import { createUnknownAgentError } from '../../agent-placeholder.ts';
import type { RunnerParts } from '../runner-parts.ts';
import type { TaskRuns } from './task-runs.ts';
import type { LoadedTasks, LoadedTask } from './loaded-tasks.ts';
import { isInUseByOther } from '../ownership/ownership.ts';
import { canWaitWithoutProcess } from './sqlite-task-log.ts';

export interface LoadTaskDeps extends RunnerParts {
  readonly loadedTasks: LoadedTasks;
  readonly runs: TaskRuns;
}

export interface LoadTaskOptions {
  /** How the process that ran the task before stopped, if this process has taken over its tasks. */
  readonly exit?: RunnerExit | undefined;
  /** Whether the task is loaded only to be canceled, for which its agent need not be served. */
  readonly isForCancel?: boolean;
}

/**
 * Loads a task into memory, and takes it over unless a living owner needs it. Throws `RunnerError`.
 */
export function loadTaskIntoMemory(
  deps: LoadTaskDeps,
  taskId: string,
  { exit, isForCancel = false }: LoadTaskOptions = {},
): LoadedTask {
  const { loadedTasks, runs, table, ownership, agents, clock } = deps;
  const loaded = loadedTasks.current(taskId);
  if (loaded) return loaded;
  const stored = table.load(taskId);
  if (!stored) throw createTaskNotFoundError(taskId);
  const { task, owner, epoch } = stored;
  const { agent } = task.origin;
  if (!isForCancel && !agents.get(agent)) throw createUnknownAgentError(agent);
  const processExit = exit ?? ownership.getExit(owner);
  if (owner === ownership.id && canWaitWithoutProcess(task)) {
    const own = loadedTasks.add(task, epoch);
    runs.applyMailbox(own);
    return own;
  }
  const isNeeded = isInUseByOther(ownership, owner, !canWaitWithoutProcess(task), clock.now());
  if (isNeeded || !table.claim(taskId, stored, ownership.id)) {
    const message = `another process is working on task ${taskId}: try again`;
    throw new RunnerError('busy-elsewhere', message);
  }
  const taken = loadedTasks.add(task, epoch + 1);
  if (canWaitWithoutProcess(task)) runs.applyMailbox(taken);
  else runs.resume(taken, processExit);
  return taken;
}
