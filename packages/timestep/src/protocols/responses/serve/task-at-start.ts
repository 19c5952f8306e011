import { isFinal, type Task } from '../../../core/index.ts';
import { loadTaskAtGeneration } from '../../../engine/port/index.ts';
import type { ResponseRecord } from '../records/response-record.ts';
import type { ResponsesService } from './responses-service.ts';

/** If the message was written to the log later, the log still shows the task as waiting. */
export async function loadTaskAtStart(
  { runner }: Pick<ResponsesService, 'runner'>,
  { generation, begunIn }: ResponseRecord,
  now: Task,
): Promise<Task> {
  const task = await loadTaskAtGeneration(runner, now, generation);
  return begunIn === undefined || isFinal(task) ? task : { ...task, state: begunIn };
}
