import type { NumberedEvent } from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { Service } from './service.ts';

/** Whether another kept response belongs to the same task, which must then stay. */
export async function isShared(service: Service, record: ResponseRecord): Promise<boolean> {
  const { principal, taskId, response } = record;
  for (const id of await responsesIn(service, taskId)) {
    if (id === response.id) continue;
    const other = await service.records.get(principal, id);
    if (other?.taskId === taskId) return true;
  }
  return false;
}

/** The ids of the responses whose input a task received, oldest first, from its log. */
export async function responsesIn(
  { runner }: Pick<Service, 'runner'>,
  taskId: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const task = await runner.get(taskId);
  if (!task) return ids;
  const first = task.origin.metadata?.['response_id'];
  if (typeof first === 'string') ids.add(first);
  const leave = new AbortController();
  try {
    for await (const update of runner.updates(taskId, 0, leave.signal)) {
      if (update.kind !== 'event') continue;
      const id = messageIdOf(update.event);
      if (id !== undefined) ids.add(id);
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
