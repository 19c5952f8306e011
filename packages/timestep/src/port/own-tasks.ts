import type { Submission, Task } from '../core/index.ts';
import { follow, type Step } from './follow.ts';
import type { Runner, TaskPage, TaskQuery } from './runner.ts';
import { taskAt } from './task-at.ts';

/**
 * The tasks of one principal. Tasks of other principals cannot be found, so that a protocol that
 * uses this cannot forget to check the owner of a task.
 */
export interface OwnTasks {
  /** Takes a message. Throws `RunnerError` when the message is refused. */
  submit(submission: Omit<Submission, 'principal'>): Promise<OwnTask>;
  find(taskId: string): Promise<OwnTask | undefined>;
  list(query: Omit<TaskQuery, 'principal'>): Promise<TaskPage>;
}

/** One task, and what its principal may do with it. */
export interface OwnTask {
  /** The task as it was when it was found, or when it had taken the message. */
  readonly task: Task;
  /** The task as it was at a generation; see `taskAt`. */
  at(generation: number): Promise<Task>;
  /** What happens to the task after `from`, until the task ends or the signal aborts. */
  follow(from: Task, signal: AbortSignal): AsyncIterable<Step>;
  /** Waits until the task has ended or waits for a client; on abort, returns it as it is then. */
  settled(signal: AbortSignal): Promise<Task>;
  /** Ends the task; one that has ended already is returned as it is. */
  cancel(): Promise<Task>;
  /** Ends the task if it has not ended, and deletes all of it. */
  erase(): Promise<void>;
}

/** The principal whose tasks are meant; with an agent, only the tasks of that agent. */
export interface Owner {
  readonly principal: string;
  readonly agent?: string;
}

/** The tasks of an owner on a runner. */
export function ownTasks(runner: Runner, { principal, agent }: Owner): OwnTasks {
  return {
    async submit(submission) {
      return ownTask(runner, await runner.submit({ ...submission, principal }));
    },
    async find(taskId) {
      const task = await runner.get(taskId);
      if (task?.origin.principal !== principal) return undefined;
      if (agent !== undefined && task.origin.agent !== agent) return undefined;
      return ownTask(runner, task);
    },
    list: (query) => runner.list({ ...query, ...(agent !== undefined && { agent }), principal }),
  };
}

function ownTask(runner: Runner, task: Task): OwnTask {
  const { id } = task;
  return {
    task,
    at: (generation) => taskAt(runner, task, generation),
    follow: (from, signal) => follow(runner, from, signal),
    settled: (signal) => runner.settled(id, signal),
    cancel: () => runner.cancel(id),
    erase: () => runner.erase(id),
  };
}
