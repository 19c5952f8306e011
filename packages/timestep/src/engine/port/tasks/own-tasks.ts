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
export function createOwnTasks(runner: Runner, owner: Owner): OwnTasks {
  return new RunnerTasks(runner, owner);
}

/** It is a class, because closures take several times the memory, and each request creates one. */
class RunnerTasks implements OwnTasks {
  readonly #runner: Runner;
  readonly #owner: Owner;

  constructor(runner: Runner, owner: Owner) {
    this.#runner = runner;
    this.#owner = owner;
  }

  async submit(submission: Omit<Submission, 'principal' | 'by'>): Promise<OwnTask> {
    const { principal } = this.#owner;
    const { taskId, entry } = submission;
    // The sender is kept only with answers, because a new task has its principal and entry point already.
    const by = taskId !== undefined && createSender(principal, entry);
    const sent = { ...submission, principal, ...(by && { by }) };
    return new RunnerTask(this.#runner, await this.#runner.submit(sent));
  }

  async find(taskId: string): Promise<OwnTask | undefined> {
    const { principal, agent } = this.#owner;
    const task = await this.#runner.get(taskId);
    if (task?.origin.principal !== principal) return undefined;
    if (agent !== undefined && task.origin.agent !== agent) return undefined;
    return new RunnerTask(this.#runner, task);
  }

  list(query: Omit<TaskQuery, 'principal'>): Promise<TaskPage> {
    const { principal, agent } = this.#owner;
    return this.#runner.list({ ...query, ...(agent !== undefined && { agent }), principal });
  }
}

class RunnerTask implements OwnTask {
  readonly task: Task;
  readonly #runner: Runner;

  constructor(runner: Runner, task: Task) {
    this.task = task;
    this.#runner = runner;
  }

  getAtGeneration(generation: number): Promise<Task> {
    return loadTaskAtGeneration(this.#runner, this.task, generation);
  }

  subscribe(from: Task, signal: AbortSignal): AsyncIterable<TaskStep> {
    return subscribeToTask(this.#runner, from, signal);
  }

  waitUntilSettled(signal: AbortSignal): Promise<Task> {
    return this.#runner.waitUntilSettled(this.task.id, signal);
  }

  cancel(): Promise<Task> {
    return this.#runner.cancel(this.task.id);
  }

  erase(): Promise<void> {
    return this.#runner.erase(this.task.id);
  }
}
