import { Client, WorkflowNotFoundError, type Connection } from '@temporalio/client';
import { connectToTemporal, createUnreachableError, type TemporalAddress } from '../connect.ts';
import { TemporalError } from '../temporal-error.ts';
import type { TemporalCommandOptions } from './temporal-options.ts';

export type TemporalFacts = TemporalLocation &
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

interface TemporalLocation {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
}

export async function queryTemporal(
  options: TemporalCommandOptions,
  taskIds: readonly string[],
): Promise<TemporalFacts> {
  const { address = '127.0.0.1:7233', namespace = 'default', taskQueue = 'timestep' } = options;
  const location: TemporalLocation = { address, namespace, taskQueue };
  const { apiKey } = options;
  const place: TemporalAddress = { address, namespace, ...(apiKey !== undefined && { apiKey }) };
  let connection: Connection | undefined;
  try {
    connection = await connectToTemporal(place);
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
      thrown instanceof TemporalError ? thrown : createUnreachableError(place, thrown);
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
