import type { ResponseRecord } from '../records/record.ts';
import { itemPage } from './item-page.ts';
import { invalidValue, responseNotFound, unsupported } from '../wire/responses-error.ts';
import { backgroundStream } from './background-stream.ts';
import { release, type Asked, type Service } from './service.ts';
import { isShared } from './shared-task.ts';
import { asItIs } from './as-it-is.ts';

/** `GET /v1/responses/{id}`: the response in its present state, or as a stream. */
export async function retrieve(service: Service, asked: Asked, id: string): Promise<Response> {
  const query = new URL(asked.request.url).searchParams;
  const record = await stored(service, asked, id);
  if (query.get('stream') !== 'true') return Response.json(record.response);
  if (!record.response.background) {
    throw unsupported('stream', 'only background responses can be streamed again');
  }
  return backgroundStream(service, record, readStartingAfter(query.get('starting_after')));
}

function readStartingAfter(given: string | null): number {
  if (given === null) return -1;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw invalidValue('starting_after', 'must be the sequence_number of an event, from 0');
}

/**
 * `DELETE /v1/responses/{id}`: ends the work on a response and erases its texts everywhere. The
 * record is deleted last: while it exists, a client can repeat the request.
 */
export async function remove(service: Service, asked: Asked, id: string): Promise<Response> {
  const record = await ended(service, await stored(service, asked, id));
  await release(service, [record]);
  if (!(await isShared(service, record))) await service.runner.erase(record.taskId);
  await service.records.delete(record.principal, id);
  return Response.json({ id, object: 'response', deleted: true });
}

/** `POST /v1/responses/{id}/cancel`: an ended response is returned unchanged. */
export async function cancel(service: Service, asked: Asked, id: string): Promise<Response> {
  const { response } = await ended(service, await stored(service, asked, id));
  return Response.json(response);
}

/** Cancels a response that is still being generated, in whichever process. */
async function ended(service: Service, record: ResponseRecord): Promise<ResponseRecord> {
  const { response, taskId } = record;
  if (response.status !== 'in_progress') return record;
  await service.runner.cancel(taskId);
  const seen = await service.running.get(response.id);
  return seen ? { ...record, response: seen } : asItIs(service, record);
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(
  service: Service,
  asked: Asked,
  id: string,
): Promise<Response> {
  const { input } = await stored(service, asked, id);
  return Response.json(itemPage(input, new URL(asked.request.url).searchParams));
}

async function stored(service: Service, asked: Asked, id: string): Promise<ResponseRecord> {
  const record = await service.records.get(asked.principal, id);
  if (!record) throw responseNotFound(id);
  return asItIs(service, record);
}
