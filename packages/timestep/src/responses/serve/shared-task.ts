import type { NumberedEvent } from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { Service } from './service.ts';

/** Whether another kept response belongs to the same task, which must then stay. */
export async function isShared(service: Service, record: ResponseRecord): Promise<boolean> {
  const { principal, taskId, response } = record;
  for (const id of (await responsesIn(service, taskId)).keys()) {
    if (id === response.id) continue;
    const other = await service.records.get(principal, id);
    if (other?.taskId === taskId) return true;
  }
  return false;
}

/**
 * The ids of the responses whose input a task received, oldest first, from its log; each with the generation at
 * which the task had it.
 */
export async function responsesIn(
  { runner }: Pick<Service, 'runner'>,
  taskId: string,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const task = await runner.get(taskId);
  if (!task) return ids;
  const first = task.origin.metadata?.['response_id'];
  if (typeof first === 'string') ids.set(first, 1);
  const leave = new AbortController();
  try {
    for await (const update of runner.updates(taskId, 0, leave.signal)) {
      if (update.kind !== 'event') continue;
      const id = messageIdOf(update.event);
      if (id !== undefined) ids.set(id, update.event.generation);
      if (update.event.generation >= task.generation) break;
    }
  } finally {
    leave.abort();
  }
  return ids;
}

function messageIdOf(event: NumberedEvent): string | undefined {
  return 'messageId' in event ? event.messageId : undefined;
}
