import type { ResponseRecord } from '../records/response-record.ts';
import { buildItemPage } from './item-page.ts';
import {
  createInvalidValueError,
  createResponseNotFoundError,
  createUnsupportedError,
} from '../wire/responses-error.ts';
import { streamBackgroundResponse } from './background-stream.ts';
import {
  cancelWaitingTasks,
  type AuthenticatedRequest,
  type ResponsesService,
} from './responses-service.ts';
import { isTaskShared } from './shared-task.ts';
import { loadCurrentState } from './current-state.ts';

/** `GET /v1/responses/{id}`: the current state, or a stream. */
export async function retrieveResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const query = new URL(asked.request.url).searchParams;
  const record = await loadResponse(service, asked, id);
  if (query.get('stream') !== 'true') return Response.json(record.response);
  if (!record.response.background) {
    throw createUnsupportedError('stream', 'only background responses can be streamed again');
  }
  return streamBackgroundResponse(service, record, readStartingAfter(query.get('starting_after')));
}

function readStartingAfter(given: string | null): number {
  if (given === null) return -1;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw createInvalidValueError(
    'starting_after',
    'must be the sequence_number of an event, from 0',
  );
}

/**
 * `DELETE /v1/responses/{id}`: also cancels it and erases its texts. The record is deleted last, so
 * that a client can repeat a failed request.
 */
export async function deleteResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const record = await cancelIfRunning(service, await loadResponse(service, asked, id));
  await cancelWaitingTasks(service, [record]);
  if (!(await isTaskShared(service, record))) await service.runner.erase(record.taskId);
  await service.records.delete(record.principal, id);
  return Response.json({ id, object: 'response', deleted: true });
}

/** `POST /v1/responses/{id}/cancel`. An ended response is unchanged. */
export async function cancelResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const { response } = await cancelIfRunning(service, await loadResponse(service, asked, id));
  return Response.json(response);
}

/** In this process or another. */
async function cancelIfRunning(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<ResponseRecord> {
  const { response, taskId } = record;
  if (response.status !== 'in_progress') return record;
  await service.runner.cancel(taskId);
  const seen = await service.running.get(response.id);
  return seen ? { ...record, response: seen } : loadCurrentState(service, record);
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<Response> {
  const { input } = await loadResponse(service, asked, id);
  return Response.json(buildItemPage(input, new URL(asked.request.url).searchParams));
}

async function loadResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<ResponseRecord> {
  const record = await service.records.get(asked.principal, id);
  if (!record) throw createResponseNotFoundError(id);
  return loadCurrentState(service, record);
}
