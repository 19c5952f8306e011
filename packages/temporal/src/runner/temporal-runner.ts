import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { isFinal, isInterrupted, type Task } from '@timestep-ai/timestep/core';
import {
  RunnerError,
  servedAgentsOf,
  type Clock,
  type Runner,
  type ServedAgent,
  type ServedAgents,
} from '@timestep-ai/timestep/port';
import { newUuid, systemClock } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { createIntake } from './intake.ts';
import { createReaders } from './readers.ts';
import { reachable } from './reachable.ts';
import { createRedelivery } from './redelivery.ts';
import { createTaskWorkflows } from './task-workflows.ts';

/** What a runner on Temporal needs: a client, a store, and the agents it serves. */
export interface TemporalRunnerOptions {
  /** A client that is connected to the namespace of the workers. */
  readonly client: Client;
  readonly store: TaskStore;
  /** A collection may change while the runner works. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** Default `timestep`. */
  readonly taskQueue?: string;
  /** Milliseconds without a sign of life after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /**
   * Events of history after which a workflow continues as new; default: when the server suggests
   * it.
   */
  readonly mostEvents?: number;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Receives failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

const NEVER = new AbortController().signal;

/**
 * Runs tasks on Temporal, by workers with the same agents. An accepted message is in the store
 * before the caller has its answer, and is delivered to its workflow again until that has it. Any
 * number of runners may share a store: each can show every task.
 */
export function createTemporalRunner(options: TemporalRunnerOptions): Runner {
  const { client, store, clock = systemClock, newId = newUuid } = options;
  const agents = servedAgentsOf(options.agents);
  const { taskQueue = 'timestep', heartbeatMs = 5000, mostEvents, onError = ignored } = options;
  const settings = { heartbeatMs, ...(mostEvents !== undefined && { mostEvents }) };
  const workflows = createTaskWorkflows({ client, store, taskQueue, settings });
  const intake = createIntake({ store, workflows, agents, clock, newId });
  const readers = createReaders(store);
  const redelivery = createRedelivery({ store, workflows, clock, onError, counted });
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function open<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new RunnerError('closed', 'the server is shutting down');
    return counted(reachable(onError, work));
  }

  async function counted<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  async function cancel(taskId: string): Promise<Task> {
    const task = await store.load(taskId);
    if (!task) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    if (isFinal(task)) return task;
    await workflows.cancel(taskId);
    return readers.until(taskId, NEVER, isFinal);
  }

  redelivery.begin();
  return {
    submit: (submission) => open(() => intake(submission)),
    get: (taskId) => open(() => store.load(taskId)),
    list: (query) => open(() => store.page(query)),
    updates: (taskId, after, signal) => readers.updates(taskId, after, signal),
    settled: (taskId, signal) =>
      open(() => readers.until(taskId, signal, (task) => isFinal(task) || isInterrupted(task))),
    cancel: (taskId) => open(() => cancel(taskId)),
    stateKey: () => open(() => store.stateKey(() => randomBytes(32))),
    erase: (taskId) =>
      open(async () => {
        if (!(await store.load(taskId))) return;
        await cancel(taskId);
        await store.erase(taskId);
      }),
    async close() {
      // The tasks continue, because Temporal runs them and not this process.
      isClosed = true;
      redelivery.stop();
      readers.stop();
      // A retry on a closed connection would end the process, so running calls are waited for.
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

function ignored(): void {}
