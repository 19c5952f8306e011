import { hasTaskEnded, isInputRequired, type Task } from '@timestep-ai/timestep/core';
import type {
  DatabaseLocation,
  ResumeAnswer,
  ResumedTask,
  Runner,
} from '@timestep-ai/timestep/port';
import { openStoredTasks } from '../open-stored-tasks.ts';
import { openTemporal } from '../open-temporal.ts';
import { TemporalError } from '../temporal-error.ts';
import { readTemporalOptions } from './temporal-options.ts';

/** Milliseconds to wait for a canceled task to end: long enough to notice that its worker died. */
const CANCEL_TIMEOUT_MS = 15_000;

/** Requests cancellation of a task and waits until a worker has ended it. */
export async function cancelStoredTask(location: DatabaseLocation, taskId: string): Promise<Task> {
  const { origin } = await loadRunningTask(location, taskId, 'cancel');
  const task = await withRunner(location, async (runner) => {
    // Closing the runner makes `cancel` stop waiting and return the task in its current state.
    const impatience = setTimeout(() => void runner.close(0), CANCEL_TIMEOUT_MS);
    try {
      return await runner.cancel(taskId);
    } finally {
      clearTimeout(impatience);
    }
  });
  if (hasTaskEnded(task)) return task;
  const message = `cancellation of task ${taskId} was requested, but no worker runs it: start a worker for ${origin.agent} (timestep worker)`;
  throw new TemporalError('no-worker', message);
}

/** Sends a user's answer to a task. If its worker is gone, Temporal moves the task to another worker. */
export async function resumeStoredTask(
  location: DatabaseLocation,
  taskId: string,
  answer: ResumeAnswer | undefined,
): Promise<ResumedTask> {
  const before = await loadRunningTask(location, taskId, 'resume');
  if (!answer) throw createNothingToResumeError(before);
  const { agent, principal } = before.origin;
  const task = await withRunner(location, (runner) =>
    runner.submit({ agent, principal, taskId, ...answer }),
  );
  return {
    task,
    owner: null,
    ownerStatus: null,
    isReleased: false,
    interruptedCalls: [],
    continuesIn: 'worker',
  };
}

async function loadRunningTask(
  { database }: DatabaseLocation,
  taskId: string,
  action: 'cancel' | 'resume',
): Promise<Task> {
  const tasks = await openStoredTasks(database, 'read');
  try {
    const task = await tasks.load(taskId);
    if (!hasTaskEnded(task)) return task;
    const message = `task ${taskId} has ended already (${task.state}): there is nothing to ${action}`;
    throw new TemporalError('task-ended', message);
  } finally {
    await tasks.close();
  }
}

function createNothingToResumeError(task: Task): TemporalError {
  const message = isInputRequired(task)
    ? `task ${task.id} waits for an answer: give one (run timestep tasks show ${task.id} to see the question)`
    : `task ${task.id} is waiting for a worker for ${task.origin.agent}: start one (timestep worker), or end the task with timestep tasks cancel`;
  return new TemporalError('task-waits', message);
}

async function withRunner<T>(
  location: DatabaseLocation,
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const opened = await openTemporal({
    ...readTemporalOptions(location),
    agents: [],
    works: false,
    // Errors are not reported, because the runner also rejects the caller's request with them.
    onError: () => undefined,
  });
  try {
    return await use(opened.runner);
  } finally {
    await opened.close(0);
  }
}
