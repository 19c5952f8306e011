import type { Client } from '@temporalio/client';
import { isFinal, isInterrupted, type Task } from 'timestep/core';
import { RunnerError, type Clock, type Runner, type ServedAgent } from 'timestep/port';
import { newUuid, systemClock } from 'timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { createIntake } from './intake.ts';
import { createReaders } from './readers.ts';
import { reachable } from './reachable.ts';
import { createTaskWorkflows } from './task-workflows.ts';

export interface TemporalRunnerOptions {
  /** Connected to the namespace of the workers. */
  readonly client: Client;
  readonly store: TaskStore;
  readonly agents: readonly ServedAgent[];
  /** Default `timestep`. */
  readonly taskQueue?: string;
  /** Milliseconds without a sign of life after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /** Events of history after which a workflow continues as new; default: as the server suggests. */
  readonly mostEvents?: number;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Told of failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

const NEVER = new AbortController().signal;
/** How often to look for messages that were kept but may not have reached Temporal. */
const SWEEP_MS = 5000;

/**
 * Has tasks run on Temporal, by workers with the same agents. What was accepted is in the store
 * before this answers, and is given to its workflow until that has it. Any number of runners may
 * share a store: each can show every task.
 */
export function createTemporalRunner(options: TemporalRunnerOptions): Runner {
  const { client, store, agents, clock = systemClock, newId = newUuid } = options;
  const { taskQueue = 'timestep', heartbeatMs = 5000, mostEvents, onError = ignored } = options;
  const settings = { heartbeatMs, ...(mostEvents !== undefined && { mostEvents }) };
  const workflows = createTaskWorkflows({ client, store, taskQueue, settings });
  const intake = createIntake({ store, workflows, agents, clock, newId });
  const readers = createReaders(store);
  let isClosed = false;
  let callOff = (): void => undefined;

  async function open<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new RunnerError('closed', 'the server is shutting down');
    return reachable(onError, work);
  }

  /** Messages that were kept while Temporal, or the process that kept them, went away. */
  async function sweep(): Promise<void> {
    try {
      for (const waiting of await store.undelivered(clock.now() - SWEEP_MS)) {
        await workflows.deliver(waiting.taskId, waiting);
        await store.markDelivered(waiting.submission);
      }
    } catch (thrown) {
      if (!isClosed) onError(thrown);
    }
    sweepLater();
  }

  function sweepLater(): void {
    if (!isClosed) callOff = clock.schedule(SWEEP_MS, () => void sweep());
  }

  async function cancel(taskId: string): Promise<Task> {
    const task = await store.load(taskId);
    if (!task) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    if (isFinal(task)) return task;
    await workflows.cancel(taskId);
    return readers.until(taskId, NEVER, isFinal);
  }

  sweepLater();
  return {
    submit: (submission) => open(() => intake(submission)),
    get: (taskId) => open(() => store.load(taskId)),
    list: (query) => open(() => store.page(query)),
    updates: (taskId, after, signal) => readers.updates(taskId, after, signal),
    settled: (taskId, signal) =>
      open(() => readers.until(taskId, signal, (task) => isFinal(task) || isInterrupted(task))),
    cancel: (taskId) => open(() => cancel(taskId)),
    async close() {
      // The tasks go on: they are not of this process.
      isClosed = true;
      callOff();
      readers.stop();
    },
  };
}

function ignored(): void {}
