import type { NumberedEvent } from '../../../core/index.ts';
import type { ResponseRecord } from '../records/response-record.ts';
import type { ResponsesService } from './responses-service.ts';

/** A shared task must not be erased. */
export async function isTaskShared(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<boolean> {
  const { principal, taskId, response } = record;
  for (const id of (await listResponseIds(service, taskId)).keys()) {
    if (id === response.id) continue;
    const other = await service.records.get(principal, id);
    if (other?.taskId === taskId) return true;
  }
  return false;
}

/** Lists the responses of a task, oldest first, with the generation of their input. */
export async function listResponseIds(
  { runner }: Pick<ResponsesService, 'runner'>,
  taskId: string,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const task = await runner.get(taskId);
  if (!task) return ids;
  const first = task.origin.metadata?.['response_id'];
  if (typeof first === 'string') ids.set(first, 1);
  const leave = new AbortController();
  try {
    for await (const update of runner.subscribe(taskId, 0, leave.signal)) {
      if (update.kind !== 'event') continue;
      const id = getMessageId(update.event);
      if (id !== undefined) ids.set(id, update.event.generation);
      if (update.event.generation >= task.generation) break;
    }
  } finally {
    leave.abort();
  }
  return ids;
}

function getMessageId(event: NumberedEvent): string | undefined {
  return 'messageId' in event ? event.messageId : undefined;
}
