import type { ResponseRecord } from '../records/response-record.ts';
import { buildItemPage } from './list-page.ts';
import { createStoppedFailure } from '../write/create-response-object.ts';
import {
  buildErrorBody,
  createInvalidValueError,
  createUnsupportedError,
  ResponsesError,
} from '../wire/responses-error.ts';
import { streamBackgroundResponse } from './background-stream.ts';
import {
  cancelWaitingTasks,
  type AuthenticatedRequest,
  type ResponsesService,
  readBody,
  type RouteHandler,
} from './responses-service.ts';
import { isTaskShared, loadCurrentState } from './current-state.ts';
import { readCreateRequest } from '../read/create-request.ts';
import type { ResponseObject } from '../wire/response-object.ts';
import { addRefusalToResponse, addWaitToResponse } from '../write/waiting-response.ts';
import { toSseEvents } from '../write/serialize-events.ts';
import { startResponseTurn } from './start-turn.ts';
import { startResponse, streamToCaller } from './response-run.ts';

/** Serves `GET /v1/responses/{id}`: the current state, or a stream. */
export const retrieveResponse: RouteHandler = async (service, asked, id) => {
  const query = new URL(asked.request.url).searchParams;
  const record = await loadResponse(service, asked, id);
  if (query.get('stream') !== 'true')
    return Response.json(await addCurrentWaitToResponse(service, record));
  if (!record.response.background) {
    throw createUnsupportedError('stream', 'only background responses can be streamed again');
  }
  return streamBackgroundResponse(service, record, readStartingAfter(query.get('starting_after')));
};

/**
 * Adds to a running response why its task waits for its model, and what the next model request
 * omits because the provider refused it.
 */
async function addCurrentWaitToResponse(
  { runner }: ResponsesService,
  { response, taskId }: ResponseRecord,
): Promise<ResponseObject> {
  if (response.status !== 'in_progress') return response;
  const task = await runner.get(taskId);
  return task ? addRefusalToResponse(addWaitToResponse(response, task), task) : response;
}

function readStartingAfter(given: string | null): number {
  if (given === null) return -1;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw createInvalidValueError(
    'starting_after',
    'must be the sequence_number of an event, from 0',
  );
}

/** Serves `DELETE /v1/responses/{id}`. The record is deleted last, so that a failed request can be repeated. */
export const deleteResponse: RouteHandler = async (service, asked, id) => {
  const record = await cancelResponseIfRunning(service, await loadResponse(service, asked, id));
  await cancelWaitingTasks(service, [record]);
  if (!(await isTaskShared(service, record))) await service.runner.erase(record.taskId);
  await service.records.delete(record.principal, id);
  return Response.json({ id, object: 'response', deleted: true });
};

/** Serves `POST /v1/responses/{id}/cancel`. An ended response is unchanged. */
export const cancelResponse: RouteHandler = async (service, asked, id) => {
  const { response } = await cancelResponseIfRunning(
    service,
    await loadResponse(service, asked, id),
  );
  return Response.json(response);
};

/** Cancels a response that this or another process is generating. */
async function cancelResponseIfRunning(
  service: ResponsesService,
  record: ResponseRecord,
): Promise<ResponseRecord> {
  const { response, taskId } = record;
  if (response.status !== 'in_progress') return record;
  await service.runner.cancel(taskId);
  const seen = await service.running.get(response.id);
  return seen ? { ...record, response: seen } : loadCurrentState(service, record);
}

export const listInputItems: RouteHandler = async (service, asked, id) => {
  const { input } = await loadResponse(service, asked, id);
  return Response.json(buildItemPage(input, new URL(asked.request.url).searchParams));
};

async function loadResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  id: string,
): Promise<ResponseRecord> {
  const record = await service.records.get(asked.principal, id);
  // A response of another caller counts as missing.
  if (!record) throw new ResponsesError(404, 'response_not_found', `there is no response ${id}`);
  return loadCurrentState(service, record);
}

/** Creates the answer to a request whose process shuts down. It forbids retries, which would do the work twice. */
function createStoppedAnswer(id: string): Response {
  const { message } = createStoppedFailure(id);
  const error = buildErrorBody(new ResponsesError(503, 'server_stopping', message));
  return Response.json(error, { status: 503, headers: { 'x-should-retry': 'false' } });
}

/** Serves `POST /v1/responses`: responds with a stream, or with the whole response at its end. */
export const createResponse: RouteHandler = async (service, asked) => {
  const { request } = asked;
  const wanted = readCreateRequest(await readBody(service, request));
  const begun = await startResponseTurn(service, { ...asked, wanted });

  if (wanted.echo.background) {
    const { record } = await startResponse(service, begun, new AbortController().signal);
    if (wanted.stream) return streamBackgroundResponse(service, record, -1);
    return Response.json(record.response);
  }
  if (wanted.stream) return streamToCaller(service, request, begun, toSseEvents);
  const { ended } = await startResponse(service, begun, request.signal);
  const response = await ended;
  return response.status === 'in_progress'
    ? createStoppedAnswer(response.id)
    : Response.json(response);
};
