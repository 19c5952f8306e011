import { countMessages, type Task } from '#core';
import type { ResponseRecord } from '../records/response-record.ts';
import { createOutputWriter } from '../write/output-writer.ts';
import {
  createEndedResponse,
  createResponseOfUnreadableTask,
} from '../write/create-response-object.ts';
import { loadStartStateOfResponse, isResponseOver, readStepsUpTo } from './response-source.ts';
import { storeResponseOrEraseTask, buildOutputScope } from './finish-response.ts';
import type { ResponsesService } from './responses-service.ts';

/**
 * Returns the current state of a response. If its task has ended but no run in this process generates the response,
 * its final state is read from the log. Of a background response, it is then stored; for any other, another process
 * may still be about to store the state that its caller receives.
 */
export async function loadCurrentState(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<ResponseRecord> {
  const { id, status, background } = record.response;
  if (status !== 'in_progress' || service.running.has(id)) return record;
  const ended = await loadEndedRecord(service, record);
  if (ended && background) await storeResponseOrEraseTask(service, ended);
  return ended ?? record;
}

/** Reads the final state of a response from the log. Undefined if the response has not ended. */
export async function loadEndedRecord(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<ResponseRecord | undefined> {
  const now = await service.runner.get(record.taskId);
  if (now) return replayToEnd(service, record, now);
  return { ...record, response: createResponseOfUnreadableTask(record.response, []) };
}

async function replayToEnd(
  service: ResponsesService,
  record: ResponseRecord,
  current: Task,
): Promise<ResponseRecord | undefined> {
  const from = await loadStartStateOfResponse(service, record, current);
  const scope = await buildOutputScope(service, record, from);
  const writer = createOutputWriter(scope);
  let task = from;
  const steps = readStepsUpTo(service.runner, from, isResponseOver(from) ? 0 : current.generation);
  for await (const step of steps) {
    writer.write(step);
    ({ task } = step);
    if (isResponseOver(task)) break;
  }
  if (!isResponseOver(task)) return undefined;
  writer.breakOff();
  const response = createEndedResponse(record.response, writer.items(), from, task, task.updatedAt);
  return { ...record, transcriptLength: countMessages(task), response };
}

/** Returns whether several responses share a task, which then must not be erased. */
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

/**
 * Lists the response ids of a task, oldest first, each with the number of the log event that holds
 * its input.
 */
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
      const { event } = update;
      if ('messageId' in event) ids.set(event.messageId, event.generation);
      if (event.generation >= task.generation) break;
    }
  } finally {
    leave.abort();
  }
  return ids;
}
