import { randomUUID } from 'node:crypto';
import {
  NativeConnection,
  Worker,
  type WorkflowBundle,
  type WorkflowBundlePath,
} from '@temporalio/worker';
import { omitUndefined } from '@timestep-ai/timestep/core';
import {
  toServedAgents,
  type ServedAgent,
  type ServedAgents,
  type HookSlot,
} from '@timestep-ai/timestep/port';
import { createFailureRecorder } from '@timestep-ai/timestep/runner';
import { resolveServer, toConnectionOptions, type TemporalServer } from '../connect.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createActivities } from './activities.ts';
import { installQuietRuntime } from './quiet-runtime.ts';
import { createWorkerExits } from './worker-exits.ts';
import { createWorkerId } from '../task/worker-id.ts';
import { loadTaskWorkflowBundle } from './workflow-bundle.ts';

/** Options of a worker. */
export interface TemporalWorkerOptions extends TemporalServer {
  /** The agents of a worker. A collection may change while the worker is running. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  readonly store: TaskStore;
  /** Build of the worker; tasks stay with the build they started with. Default: unversioned. */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Maximum number of concurrent effects. Default 100. */
  readonly concurrency?: number;
  /** Maximum number of cached workflows. Default: that of Temporal. */
  readonly maxCachedWorkflows?: number;
  /** Workflow code: from `bundleTaskWorkflow`, or a file. Default: built once and cached. */
  readonly workflowBundle?: WorkflowBundle | WorkflowBundlePath;
  /** Callback for failures that the worker retries. */
  readonly onError?: (thrown: unknown) => void;
  readonly hooks?: HookSlot;
  /**
   * Folder in which the workers of a machine record how they end, to find the task that ended a
   * worker. Default: none; then no task is blamed for the loss of a worker.
   */
  readonly exitFolder?: string;
}

/** A running worker. */
export interface TemporalWorker {
  /** Promise that resolves when the worker has stopped, and rejects if the worker failed. */
  readonly done: Promise<void>;
  /** Records that the process is shutting down: if it is killed meanwhile, no task is blamed. */
  depart(): void;
  /** Stops polling and waits up to `graceMs` for running effects. */
  close(graceMs: number): Promise<void>;
}

/** The SDK's own limit is longer than any `graceMs`, because `close` already interrupts effects. */
const SHUTDOWN_GRACE = '1 day';

/**
 * Maximum number of workflow tasks that a worker takes at a time. Those of a killed worker are lost
 * until they time out, and Temporal waits longer each time; the rest of the queue is not affected.
 */
const HELD_WORKFLOW_TASKS = 10;

/** Starts a worker that runs workflows and effects until it is closed. */
export async function createTemporalWorker(
  options: TemporalWorkerOptions,
): Promise<TemporalWorker> {
  const { store, hooks, deployment } = options;
  const server = resolveServer(options);
  const agents = toServedAgents(options.agents);
  const { concurrency = 100, maxCachedWorkflows, onError = ignoreError } = options;
  const tell = options.onError && createFailureRecorder(options.onError, randomUUID);
  const leaving = new AbortController();
  const stopping = new AbortController();
  const { exitFolder } = options;
  const workerId = createWorkerId(process.pid, randomUUID());
  const exits =
    exitFolder === undefined ? undefined : createWorkerExits(exitFolder, workerId, Date.now());
  installQuietRuntime();
  const connection = await NativeConnection.connect(toConnectionOptions(server));
  const worker = await Worker.create({
    connection,
    namespace: server.namespace,
    taskQueue: server.taskQueue,
    workflowBundle: options.workflowBundle ?? (await loadTaskWorkflowBundle()),
    activities: createActivities({
      agents,
      store,
      leaving: leaving.signal,
      stopping: stopping.signal,
      onError,
      tell,
      hooks,
      workerId,
      exits,
    }),
    maxConcurrentActivityTaskExecutions: concurrency,
    maxConcurrentWorkflowTaskExecutions: HELD_WORKFLOW_TASKS,
    stickyQueueScheduleToStartTimeout: '2s',
    maxHeartbeatThrottleInterval: '1s',
    shutdownGraceTime: SHUTDOWN_GRACE,
    ...omitUndefined({ maxCachedWorkflows }),
    ...(deployment && {
      workerDeploymentOptions: {
        version: { deploymentName: deployment.name, buildId: deployment.buildId },
        useWorkerVersioning: true,
        defaultVersioningBehavior: 'PINNED' as const,
      },
    }),
  });
  const done = runThenCloseConnection(worker, connection);
  // The method `close` also reports a failure; this handler only prevents an unhandled rejection.
  done.catch(ignoreError);
  return {
    done,
    depart: () => exits?.depart(),
    async close(graceMs) {
      exits?.depart();
      stopping.abort();
      if (worker.getState() === 'RUNNING') worker.shutdown();
      const callOff = setTimeout(() => leaving.abort(), graceMs);
      try {
        await done;
      } finally {
        clearTimeout(callOff);
        exits?.close();
      }
    },
  };
}

async function runThenCloseConnection(worker: Worker, connection: NativeConnection): Promise<void> {
  try {
    await worker.run();
  } finally {
    await connection.close();
  }
}

function ignoreError(): void {}
