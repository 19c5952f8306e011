import type { Connection } from '@temporalio/client';
import type { KnownServer } from '../connect.ts';

/** A build of the workers of a deployment. */
export interface WorkerBuild {
  readonly name: string;
  readonly buildId: string;
}

/** Describes the build of a worker, and what makes Temporal give new tasks to that build. */
export async function describeWorkerBuild(
  connection: Connection,
  { namespace, taskQueue }: Pick<KnownServer, 'namespace' | 'taskQueue'>,
  { name, buildId }: WorkerBuild,
): Promise<string> {
  const queue = { namespace, taskQueue: { name: taskQueue } };
  // A Temporal server that cannot answer the query lacks worker deployments, so no build is current.
  const answer = await connection.workflowService.describeTaskQueue(queue).catch(() => undefined);
  const current = answer?.versioningInfo?.currentDeploymentVersion ?? undefined;
  const own = `this worker is build ${buildId} of ${name}`;
  if (current?.deploymentName === name && current.buildId === buildId) {
    return `${own}, which receives new tasks`;
  }
  const receiver = current
    ? `build ${current.buildId ?? ''} of ${current.deploymentName ?? ''} receives`
    : 'workers without a build receive';
  return `${own}; ${receiver} new tasks until you run temporal worker deployment set-current-version --deployment-name ${name} --build-id ${buildId}`;
}
