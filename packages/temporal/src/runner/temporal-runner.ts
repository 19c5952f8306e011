import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import {
  hasTaskEnded,
  isSettled,
  omitUndefined,
  type Submission,
  type Task,
} from '@timestep-ai/timestep/core';
import {
  createRunnerClosedError,
  createTaskNotFoundError,
  RunnerError,
  toServedAgents,
  type Clock,
  type Runner,
  type ServedAgent,
  type ServedAgents,
} from '@timestep-ai/timestep/port';
import { createUuid, systemClock } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { createTemporalSubmissionHandler } from './submission-handler.ts';
import { createTemporalTaskReaders } from './task-readers.ts';
import { watchReachability } from './reachability.ts';
import { startRedelivery } from './redelivery.ts';
import { createTaskWorkflows } from './task-workflows.ts';

/** Options of a runner on Temporal. */
export interface TemporalRunnerOptions {
  /** A Temporal client that is connected to the namespace of the workers. */
  readonly client: Client;
  readonly store: TaskStore;
  /** The served agents. A collection may change while the runner is open. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** Temporal task queue. Default `timestep`. */
  readonly taskQueue?: string;
  /** Milliseconds without a heartbeat after which a worker counts as dead. Default 5000. */
  readonly heartbeatMs?: number;
  /**
   * Number of consecutive crashes for which a task is proven to be to blame, after which it waits for a
   * user's decision. At least 2. Default: 3.
   */
  readonly crashLimit?: number;
  /** History length at which a workflow continues as new. Default: when Temporal suggests it. */
  readonly mostEvents?: number;
  readonly clock?: Clock;
  readonly newId?: () => string;
  readonly onError?: (thrown: unknown) => void;
}

const NEVER = new AbortController().signal;

/** Creates a runner on Temporal. Accepted messages are stored and then delivered. */
export function createTemporalRunner(options: TemporalRunnerOptions): Runner {
  const { client, store, clock = systemClock, newId = createUuid } = options;
  const agents = toServedAgents(options.agents);
  const { taskQueue = 'timestep', heartbeatMs = 5000, onError = ignoreError } = options;
  const { mostEvents, crashLimit } = options;
  if (crashLimit !== undefined && !(crashLimit >= 2)) {
    throw new RangeError(`crashLimit must be 2 or more, got ${crashLimit}`);
  }
  const settings = { heartbeatMs, ...omitUndefined({ mostEvents, crashLimit }) };
  const workflows = createTaskWorkflows(client, store, taskQueue, settings);
  const intake = createTemporalSubmissionHandler({ store, workflows, agents, clock, newId });
  const readers = createTemporalTaskReaders(store);
  const underWay = new Set<Promise<unknown>>();
  const parts = { store, workflows, clock, onError, counted: countWhileRunning };
  const stopRedelivery = startRedelivery(parts);
  const reach = watchReachability(
    (signal) => Promise.all([workflows.ping(signal), store.undelivered(0)]),
    clock,
    countWhileRunning,
  );
  let isClosed = false;

  async function runIfOpen<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw createRunnerClosedError();
    return countWhileRunning(hideFailureDetails(onError, work));
  }

  async function countWhileRunning<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  async function cancelTaskAndAwaitEnd(taskId: string): Promise<Task> {
    const task = await store.load(taskId);
    if (!task) throw createTaskNotFoundError(taskId);
    if (hasTaskEnded(task)) return task;
    await workflows.cancel(taskId);
    return readers.until(taskId, NEVER, hasTaskEnded);
  }

  async function acceptSubmission(submission: Submission): Promise<Task> {
    try {
      const task = await intake(submission);
      reach.record(true);
      return task;
    } catch (thrown) {
      if (!(thrown instanceof RunnerError)) reach.record(false);
      throw thrown;
    }
  }

  return {
    submit: (submission) => runIfOpen(() => acceptSubmission(submission)),
    get: (taskId) => runIfOpen(() => store.load(taskId)),
    list: (query) => runIfOpen(() => store.page(query)),
    subscribe: (taskId, after, signal) => readers.updates(taskId, after, signal),
    waitUntilSettled: (taskId, signal) => runIfOpen(() => readers.until(taskId, signal, isSettled)),
    cancel: (taskId) => runIfOpen(() => cancelTaskAndAwaitEnd(taskId)),
    getStateKey: () => runIfOpen(() => store.stateKey(() => randomBytes(32))),
    erase: (taskId) =>
      runIfOpen(async () => {
        if (!(await store.load(taskId))) return;
        await cancelTaskAndAwaitEnd(taskId);
        await store.erase(taskId);
      }),
    getStorageProblem: reach.getProblem,
    async close() {
      isClosed = true;
      stopRedelivery();
      reach.stop();
      readers.stop();
      // All pending work ends before the connection closes, because a later retry would crash the process.
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

function ignoreError(): void {}

/** Reports the details of a failure to `onError` and gives the caller a generic error. */
async function hideFailureDetails<T>(
  onError: (thrown: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RunnerError) throw thrown;
    onError(thrown);
    throw new RunnerError(
      'unavailable',
      'the task store is not available now: send the request again later',
    );
  }
}
