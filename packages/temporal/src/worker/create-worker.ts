import { randomUUID } from 'node:crypto';
import {
  NativeConnection,
  Worker,
  type WorkflowBundle,
  type WorkflowBundlePath,
} from '@temporalio/worker';
import {
  servedAgentsOf,
  type ServedAgent,
  type ServedAgents,
  type HookSlot,
} from '@timestep-ai/timestep/port';
import { recordFailures } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { createActivities } from './activities.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { keptTaskWorkflow } from './workflow-bundle.ts';

/** Which tasks a worker takes from Temporal, and how many at a time. */
export interface TemporalWorkerOptions {
  /** A collection may change while the worker works. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  readonly store: TaskStore;
  /** Default `127.0.0.1:7233`. */
  readonly address?: string;
  /** For Temporal Cloud, and any server that requires one. */
  readonly apiKey?: string;
  readonly tls?: boolean;
  /** Default `default`. */
  readonly namespace?: string;
  /** Default `timestep`. */
  readonly taskQueue?: string;
  /**
   * The build of this worker. Tasks stay with the build they began with until their next
   * continue-as-new; the deployment's current version is set at the server. Default: unversioned.
   */
  readonly deployment?: { readonly name: string; readonly buildId: string };
  /** Effects at a time; default 100. */
  readonly concurrency?: number;
  /** How many running workflows to keep in memory; default: that of Temporal. */
  readonly maxCachedWorkflows?: number;
  /**
   * A bundle of `bundleTaskWorkflow`, or a file with its code; default: made once for the same
   * sources.
   */
  readonly workflowBundle?: WorkflowBundle | WorkflowBundlePath;
  /** Receives failures that are retried. */
  readonly onError?: (thrown: unknown) => void;
  readonly hooks?: HookSlot;
}

/** A worker that takes tasks from Temporal until it is closed. */
export interface TemporalWorker {
  /** Resolves when the worker has stopped; rejects when it failed. */
  readonly done: Promise<void>;
  /** Takes no more work and waits up to `graceMs` for running effects to end. */
  close(graceMs: number): Promise<void>;
}

/** Longer than any `graceMs`, because `close` itself decides when effects are interrupted. */
const SHUTDOWN_GRACE = '1 day';

/** Runs tasks: takes workflows and effects from Temporal's queue until it is closed. */
export async function createTemporalWorker(
  options: TemporalWorkerOptions,
): Promise<TemporalWorker> {
  const { store, hooks, namespace = 'default', taskQueue = 'timestep', deployment } = options;
  const agents = servedAgentsOf(options.agents);
  const { concurrency = 100, maxCachedWorkflows, onError = ignored } = options;
  const tell = options.onError && recordFailures(options.onError, randomUUID);
  const leaving = new AbortController();
  quietRuntime();
  const { address = '127.0.0.1:7233', apiKey, tls } = options;
  const connection = await NativeConnection.connect({
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && { tls }),
  });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: options.workflowBundle ?? (await keptTaskWorkflow()),
    activities: {
      ...createActivities({ agents, store, leaving: leaving.signal, onError, tell, hooks }),
    },
    maxConcurrentActivityTaskExecutions: concurrency,
    // A worker that is gone must be noticed within seconds.
    stickyQueueScheduleToStartTimeout: '2s',
    maxHeartbeatThrottleInterval: '1s',
    shutdownGraceTime: SHUTDOWN_GRACE,
    ...(maxCachedWorkflows !== undefined && { maxCachedWorkflows }),
    ...(deployment && {
      workerDeploymentOptions: {
        version: { deploymentName: deployment.name, buildId: deployment.buildId },
        useWorkerVersioning: true,
        defaultVersioningBehavior: 'PINNED' as const,
      },
    }),
  });
  const done = runUntilClosed(worker, connection);
  // A failure is reported by `close` as well, so this only avoids an unhandled rejection.
  done.catch(ignored);
  return {
    done,
    async close(graceMs) {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      const callOff = setTimeout(() => leaving.abort(), graceMs);
      try {
        await done;
      } finally {
        clearTimeout(callOff);
      }
    },
  };
}

async function runUntilClosed(worker: Worker, connection: NativeConnection): Promise<void> {
  try {
    await worker.run();
  } finally {
    await connection.close();
  }
}

function ignored(): void {}
