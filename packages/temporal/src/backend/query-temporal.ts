import { Client, WorkflowNotFoundError, type Connection } from '@temporalio/client';
import {
  connectToTemporal,
  createUnreachableError,
  resolveServer,
  type KnownServer,
  type TemporalServer,
} from '../connect.ts';
import { listPossibleWorkflowIds } from '../task/workflow-id.ts';
import { TemporalError } from '../temporal-error.ts';

export type TemporalFacts = Pick<KnownServer, 'address' | 'namespace' | 'taskQueue'> &
  (
    | { readonly kind: 'unreachable'; readonly reason: string }
    | {
        readonly kind: 'reached';
        /** Identities of the workers that have polled the task queue in the last minutes. */
        readonly workers: readonly string[];
        readonly builds: Builds;
        /** Ids of the queried tasks that have no running workflow. */
        readonly notRunning: readonly string[];
        /**
         * Worker builds to which Temporal has pinned the workflows of the queried tasks, as
         * `<deployment>.<build id>`.
         */
        readonly needed: readonly NeededBuild[];
      }
  );

/** A worker build that tasks need, and the ids of the tasks that only workers of this build can run. */
interface NeededBuild {
  readonly build: string;
  readonly taskIds: readonly string[];
}

/** The builds of the workers of a task queue, as `<deployment>.<build id>`. */
interface Builds {
  /** Builds of the workers that poll the task queue; workers without a build are not listed. */
  readonly polling: readonly string[];
  /** Whether workers without a build id poll the task queue. */
  readonly hasUnversioned: boolean;
  /** The build that receives new tasks. Undefined if workers without a build receive them. */
  readonly current: string | undefined;
}

export async function queryTemporal(
  options: TemporalServer,
  taskIds: readonly string[],
): Promise<TemporalFacts> {
  const server = resolveServer(options);
  const { address, namespace, taskQueue } = server;
  const location = { address, namespace, taskQueue };
  let connection: Connection | undefined;
  try {
    connection = await connectToTemporal(server);
    const client = new Client({ connection, namespace });
    const { pollers, versioningInfo } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
    });
    const workers = (pollers ?? []).map(({ identity }) => identity ?? '?');
    const builds = readBuilds(pollers ?? [], versioningInfo?.currentDeploymentVersion);
    const notRunning: string[] = [];
    const needed = new Map<string, string[]>();
    for (const id of taskIds) {
      const run = await findRunningWorkflowBuild(client, id);
      if (!run) notRunning.push(id);
      else if (run.build !== undefined)
        needed.set(run.build, [...(needed.get(run.build) ?? []), id]);
    }
    return {
      ...location,
      kind: 'reached',
      workers,
      builds,
      notRunning,
      needed: [...needed].map(([build, ids]) => ({ build, taskIds: ids })),
    };
  } catch (thrown) {
    const { message } =
      thrown instanceof TemporalError ? thrown : createUnreachableError(server, thrown);
    return { ...location, kind: 'unreachable', reason: message };
  } finally {
    await connection?.close();
  }
}

interface PollerBuild {
  readonly deploymentOptions?:
    | (DeploymentVersion & { readonly workerVersioningMode?: number | null })
    | null;
}

interface DeploymentVersion {
  readonly deploymentName?: string | null;
  readonly buildId?: string | null;
}

/** `WORKER_VERSIONING_MODE_VERSIONED` of Temporal's API. */
const VERSIONED = 2;

function readBuilds(
  pollers: readonly PollerBuild[],
  current: DeploymentVersion | null | undefined,
): Builds {
  const versions = pollers.map(({ deploymentOptions: options }) =>
    options?.workerVersioningMode === VERSIONED ? formatBuild(options) : undefined,
  );
  return {
    polling: [...new Set(versions.filter((version) => version !== undefined))],
    hasUnversioned: versions.includes(undefined),
    current: current ? formatBuild(current) : undefined,
  };
}

function formatBuild({ deploymentName, buildId }: DeploymentVersion): string {
  return `${deploymentName ?? ''}.${buildId ?? ''}`;
}

/** Finds the running workflow of a task, and the build to which it is pinned. */
async function findRunningWorkflowBuild(
  client: Client,
  taskId: string,
): Promise<{ readonly build: string | undefined } | undefined> {
  for (const id of listPossibleWorkflowIds(taskId)) {
    try {
      const { status, raw } = await client.workflow.getHandle(id).describe();
      if (status.name !== 'RUNNING') return undefined;
      const version = raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion;
      return { build: version ? formatBuild(version) : undefined };
    } catch (thrown) {
      if (!(thrown instanceof WorkflowNotFoundError)) throw thrown;
    }
  }
  return undefined;
}
