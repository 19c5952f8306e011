import { isFinal, isInterrupted, type Task } from '@timestep-ai/timestep/core';
import type { BackendSite, ResumeAnswer, Resumed, Runner } from '@timestep-ai/timestep/port';
import { openStoredTasks } from '../open-stored-tasks.ts';
import { openTemporal } from '../open-temporal.ts';
import { TemporalError } from '../temporal-error.ts';
import { openedAs } from './opened-as.ts';

/** How long a worker may take to end a task: long enough to notice that another one died. */
const PATIENCE_MS = 15_000;

/** Requests the end of a task and waits until a worker has ended it. */
export async function cancelFromOutside(site: BackendSite, taskId: string): Promise<Task> {
  const { origin } = await unended(site, taskId, 'cancel');
  const task = await throughRunner(site, async (runner) => {
    // Closing the runner ends the wait, with the task in its present state.
    const impatience = setTimeout(() => void runner.close(0), PATIENCE_MS);
    try {
      return await runner.cancel(taskId);
    } finally {
      clearTimeout(impatience);
    }
  });
  if (isFinal(task)) return task;
  const message = `the end of task ${taskId} was requested, and no worker runs it: it ends once a worker for ${origin.agent} runs (timestep worker)`;
  throw new TemporalError('no-worker', message);
}

/** Gives a task the answer of a person. Temporal gives tasks to other workers by itself. */
export async function resumeFromOutside(
  site: BackendSite,
  taskId: string,
  answer: ResumeAnswer | undefined,
): Promise<Resumed> {
  const before = await unended(site, taskId, 'resume');
  if (!answer) throw nothingToDo(before);
  const { agent, principal } = before.origin;
  const task = await throughRunner(site, (runner) =>
    runner.submit({ agent, principal, taskId, ...answer }),
  );
  return { task, owner: null, ownerLife: null, isFreed: false, cutOff: [], goesOnIn: 'worker' };
}

async function unended(
  { database }: BackendSite,
  taskId: string,
  what: 'cancel' | 'resume',
): Promise<Task> {
  const tasks = await openStoredTasks(database, 'read');
  try {
    const task = await tasks.load(taskId);
    if (!isFinal(task)) return task;
    const message = `task ${taskId} has ended already (${task.state}): there is nothing to ${what}`;
    throw new TemporalError('task-ended', message);
  } finally {
    await tasks.close();
  }
}

function nothingToDo(task: Task): TemporalError {
  const message = isInterrupted(task)
    ? `task ${task.id} waits for an answer: give one (timestep tasks show ${task.id} says what for)`
    : `task ${task.id} waits in Temporal, which gives it to any worker for ${task.origin.agent}: start one (timestep worker), or end the task with timestep tasks cancel`;
  return new TemporalError('task-waits', message);
}

async function throughRunner<T>(
  site: BackendSite,
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const opened = await openTemporal({
    ...openedAs(site),
    agents: [],
    works: false,
    // The error that the caller of the runner receives already says what to do.
    onError: () => undefined,
  });
  try {
    return await use(opened.runner);
  } finally {
    await opened.close(0);
  }
}
