import { isFinal, isInterrupted, type Task } from 'timestep/core';
import type { BackendSite, ResumeAnswer, Resumed, Runner } from 'timestep/port';
import { openStoredTasks } from '../open-stored-tasks.ts';
import { openTemporal } from '../open-temporal.ts';
import { TemporalError } from '../temporal-error.ts';
import { openedAs } from './opened-as.ts';

/** How long a worker may take to end a task: long enough to notice that another one died. */
const PATIENCE_MS = 15_000;

/** Tells a task to end and waits until a worker has ended it. */
export async function cancelFromOutside(site: BackendSite, taskId: string): Promise<Task> {
  const { origin } = await unended(site, taskId, 'cancel');
  const task = await throughRunner(site, async (runner) => {
    // A runner that closes lets those go who wait for a task, with the task as it is then.
    const impatience = setTimeout(() => void runner.close(0), PATIENCE_MS);
    try {
      return await runner.cancel(taskId);
    } finally {
      clearTimeout(impatience);
    }
  });
  if (isFinal(task)) return task;
  const message = `task ${taskId} was told to end, and nobody works on it: it ends once a worker for ${origin.agent} runs (timestep worker)`;
  throw new TemporalError('no-worker', message);
}

/** Gives a task what a person answers. Temporal gives tasks to other workers by itself. */
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
    : `task ${task.id} is with Temporal, which gives it to any worker for ${task.origin.agent}: start one (timestep worker), or end the task with timestep tasks cancel`;
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
    // What the caller of a runner is told says what to do.
    onError: () => undefined,
  });
  try {
    return await use(opened.runner);
  } finally {
    await opened.close(0);
  }
}
