import { Client, WorkflowNotFoundError, type Connection } from '@temporalio/client';
import {
  connectToTemporal,
  createUnreachableError,
  resolveServer,
  type KnownServer,
  type TemporalServer,
} from '../connect.ts';
import { TemporalError } from '../temporal-error.ts';

export type TemporalFacts = Pick<KnownServer, 'address' | 'namespace' | 'taskQueue'> &
  (
    | { readonly kind: 'unreachable'; readonly reason: string }
    | {
        readonly kind: 'reached';
        /** Identities of the workers that have polled the task queue in the last minutes. */
        readonly workers: readonly string[];
        /** Ids of the queried tasks that have no running workflow. */
        readonly notRunning: readonly string[];
      }
  );

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
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
    });
    const workers = (pollers ?? []).map(({ identity }) => identity ?? '?');
    const notRunning: string[] = [];
    for (const id of taskIds) if (!(await isWorkflowRunning(client, id))) notRunning.push(id);
    return { ...location, kind: 'reached', workers, notRunning };
  } catch (thrown) {
    const { message } =
      thrown instanceof TemporalError ? thrown : createUnreachableError(server, thrown);
    return { ...location, kind: 'unreachable', reason: message };
  } finally {
    await connection?.close();
  }
}

async function isWorkflowRunning(client: Client, taskId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(taskId).describe();
    return status.name === 'RUNNING';
  } catch (thrown) {
    if (thrown instanceof WorkflowNotFoundError) return false;
    throw thrown;
  }
}
