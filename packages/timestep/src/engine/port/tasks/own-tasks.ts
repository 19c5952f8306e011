import { createSender, type Submission, type Task } from '#core';
import { subscribeToTask, type TaskStep } from './subscribe-to-task.ts';
import type { Runner, TaskPage, TaskQuery } from './runner.ts';
import { loadTaskAtGeneration } from './task-at-generation.ts';

/** Access to the tasks of one principal, so that a protocol cannot forget to check the owner of a task. */
export interface OwnTasks {
  /** Submits a message. Throws `RunnerError` if it is refused. */
  submit(submission: Omit<Submission, 'principal' | 'by'>): Promise<OwnTask>;
  find(taskId: string): Promise<OwnTask | undefined>;
  list(query: Omit<TaskQuery, 'principal'>): Promise<TaskPage>;
}

/** A task, with the operations that its principal may perform. */
export interface OwnTask {
  /** The task as it was when it was found, or when it accepted the message. */
  readonly task: Task;
  getAtGeneration(generation: number): Promise<Task>;
  subscribe(from: Task, signal: AbortSignal): AsyncIterable<TaskStep>;
  /** Waits until the task ends or needs input from a client. If aborted, resolves to the current task. */
  waitUntilSettled(signal: AbortSignal): Promise<Task>;
  cancel(): Promise<Task>;
  erase(): Promise<void>;
}

/** The principal whose tasks are accessible, optionally only those of one agent. */
export interface Owner {
  readonly principal: string;
  readonly agent?: string;
}

/** Creates an object through which one owner can submit, read and cancel only its own tasks on a runner. */
export function createOwnTasks(runner: Runner, { principal, agent }: Owner): OwnTasks {
  return {
    async submit(submission) {
      const { taskId, entry } = submission;
      // The sender is kept only with answers, because a new task has its principal and entry point already.
      const by = taskId !== undefined && createSender(principal, entry);
      const sent = { ...submission, principal, ...(by && { by }) };
      return createOwnTask(runner, await runner.submit(sent));
    },
    async find(taskId) {
      const task = await runner.get(taskId);
      if (task?.origin.principal !== principal) return undefined;
      if (agent !== undefined && task.origin.agent !== agent) return undefined;
      return createOwnTask(runner, task);
    },
    list: (query) => runner.list({ ...query, ...(agent !== undefined && { agent }), principal }),
  };
}

function createOwnTask(runner: Runner, task: Task): OwnTask {
  const { id } = task;
  return {
    task,
    getAtGeneration: (generation) => loadTaskAtGeneration(runner, task, generation),
    subscribe: (from, signal) => subscribeToTask(runner, from, signal),
    waitUntilSettled: (signal) => runner.waitUntilSettled(id, signal),
    cancel: () => runner.cancel(id),
    erase: () => runner.erase(id),
  };
}
