import { Client, WorkflowNotFoundError, type Connection } from '@temporalio/client';
import { connect, unreachable, type Place } from '../connect.ts';
import { TemporalError } from '../temporal-error.ts';
import type { OpenedAs } from './opened-as.ts';

/** Facts about Temporal at one moment. */
export type TemporalSeen = TemporalSite &
  (
    | { readonly kind: 'unreachable'; readonly reason: string }
    | {
        readonly kind: 'reached';
        /** The workers that have asked the queue for work in the last minutes. */
        readonly workers: readonly string[];
        /** The tasks in question that have no running workflow. */
        readonly notRunning: readonly string[];
      }
  );

interface TemporalSite {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
}

/** Asks Temporal for workers, and for the workflows of tasks. */
export async function seeTemporal(
  opened: OpenedAs,
  taskIds: readonly string[],
): Promise<TemporalSeen> {
  const { address = '127.0.0.1:7233', namespace = 'default', taskQueue = 'timestep' } = opened;
  const site: TemporalSite = { address, namespace, taskQueue };
  const { apiKey } = opened;
  const place: Place = { address, namespace, ...(apiKey !== undefined && { apiKey }) };
  let connection: Connection | undefined;
  try {
    connection = await connect(place);
    const client = new Client({ connection, namespace });
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
    });
    const workers = (pollers ?? []).map(({ identity }) => identity ?? '?');
    const notRunning: string[] = [];
    for (const id of taskIds) if (!(await isRunning(client, id))) notRunning.push(id);
    return { ...site, kind: 'reached', workers, notRunning };
  } catch (thrown) {
    const { message } = thrown instanceof TemporalError ? thrown : unreachable(place, thrown);
    return { ...site, kind: 'unreachable', reason: message };
  } finally {
    await connection?.close();
  }
}

async function isRunning(client: Client, taskId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(taskId).describe();
    return status.name === 'RUNNING';
  } catch (thrown) {
    if (thrown instanceof WorkflowNotFoundError) return false;
    throw thrown;
  }
}
