import { isFinal, isInterrupted, type Task } from '../core/index.ts';
import type { Runner } from '../port/index.ts';
import type { ResumeAnswer } from '../runner/index.ts';
import { CommandError } from './command-error.ts';
import type { OptionValues, Surroundings } from './command.ts';
import { withStoredTasks } from './stored-tasks.ts';
import { openTemporalAs } from './temporal.ts';

/** Where tasks on Temporal are, as a command was told. */
export interface TemporalSite {
  readonly database: string;
  readonly values: OptionValues;
  readonly env: Surroundings['env'];
}

/** How long a worker may take to end a task: long enough to notice that another one died. */
const PATIENCE_MS = 15_000;

/** Tells a task to end and waits until a worker has ended it. */
export async function cancelOnTemporal(site: TemporalSite, taskId: string): Promise<Task> {
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
  throw new CommandError('no-worker', message);
}

/** Gives a task what a person answers. Temporal gives tasks to other workers by itself. */
export async function answerOnTemporal(
  site: TemporalSite,
  taskId: string,
  answer: ResumeAnswer | undefined,
): Promise<Task> {
  const task = await unended(site, taskId, 'resume');
  if (!answer) throw nothingToDo(task);
  const { agent, principal } = task.origin;
  return throughRunner(site, (runner) => runner.submit({ agent, principal, taskId, ...answer }));
}

async function unended(
  { database }: TemporalSite,
  taskId: string,
  what: 'cancel' | 'resume',
): Promise<Task> {
  const task = await withStoredTasks(database, 'read', (tasks) => tasks.load(taskId));
  if (!isFinal(task)) return task;
  const message = `task ${taskId} has ended already (${task.state}): there is nothing to ${what}`;
  throw new CommandError('task-ended', message);
}

function nothingToDo(task: Task): CommandError {
  const message = isInterrupted(task)
    ? `task ${task.id} waits for an answer: give one (timestep tasks show ${task.id} says what for)`
    : `task ${task.id} is with Temporal, which gives it to any worker for ${task.origin.agent}: start one (timestep worker), or end the task with timestep tasks cancel`;
  return new CommandError('task-waits', message);
}

async function throughRunner<T>(
  { database, values, env }: TemporalSite,
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const temporal = await openTemporalAs(values, env, {
    agents: [],
    database,
    works: false,
    // What the caller of a runner is told says what to do.
    onError: () => undefined,
  });
  try {
    return await use(temporal.runner);
  } finally {
    await temporal.close(0);
  }
}
