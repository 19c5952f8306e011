import type { Task } from '#core';
import {
  describeNewOmissions,
  describeRefusal,
  describeTaskWait,
  type TaskStep,
} from '#engine/port';
import type { LifecycleEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** Key in a response's `metadata` for the reason why the response makes no progress. */
const WAITS_FOR = 'waits_for';

/** Key in a response's `metadata` for the parts that the model did not receive. */
export const LEFT_OUT = 'left_out';

/** Maximum number of `metadata` entries, and of characters per entry, in the API. */
const MAX_ENTRIES = 16;
const MAX_LENGTH = 512;

/** Adds to a running response why its task waits for its model. Unchanged if it does not wait. */
export function addWaitToResponse(response: ResponseObject, task: Task): ResponseObject {
  return addResponseMetadata(response, WAITS_FOR, describeTaskWait(task));
}

/** Adds to a running response what the next model request omits because the provider refused it. */
export function addRefusalToResponse(
  response: ResponseObject,
  { refusal }: Pick<Task, 'refusal'>,
): ResponseObject {
  return addResponseMetadata(response, LEFT_OUT, refusal && describeRefusal(refusal));
}

/** Adds to a response what its model requests have omitted. Unchanged if they have omitted nothing. */
export function addOmissionsToResponse(
  response: ResponseObject,
  before: Task,
  after: Task,
): ResponseObject {
  return addResponseMetadata(response, LEFT_OUT, describeNewOmissions(before, after));
}

/** Adds an entry to the metadata, unless the caller has used its key or all entries. */
function addResponseMetadata(
  response: ResponseObject,
  name: string,
  remark: string | undefined,
): ResponseObject {
  const { metadata } = response;
  if (remark === undefined || name in metadata) return response;
  if (Object.keys(metadata).length >= MAX_ENTRIES) return response;
  return { ...response, metadata: { ...metadata, [name]: remark.slice(0, MAX_LENGTH) } };
}

/**
 * Repeats the event `response.in_progress` when the task begins or continues to wait, or when its
 * provider has refused a part of a request. The output is empty, because clients replace streamed items by those of the event.
 */
export function waitOrRefusalToEvents(step: TaskStep, started: ResponseObject): LifecycleEvent[] {
  if (step.kind !== 'event') return [];
  const response = addRemarkOfEvent(started, step);
  if (response === started) return [];
  return [{ type: 'response.in_progress', response }];
}

function addRemarkOfEvent(
  started: ResponseObject,
  { event, task }: Extract<TaskStep, { readonly kind: 'event' }>,
): ResponseObject {
  switch (event.type) {
    case 'model.failed':
      return addWaitToResponse(started, task);
    case 'model.refused':
      return addResponseMetadata(started, LEFT_OUT, describeRefusal(event));
    default:
      return started;
  }
}
