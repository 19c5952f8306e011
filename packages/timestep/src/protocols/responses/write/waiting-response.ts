import type { Task } from '#core';
import { describeTaskWait, type TaskStep } from '#engine/port';
import type { LifecycleEvent } from '../wire/response-event.ts';
import type { ResponseObject } from '../wire/response-object.ts';

/** Name of the entry of a response's `metadata` that says why the response makes no progress. */
const WAITS_FOR = 'waits_for';

/** Maximum number of entries, and of characters of an entry, of `metadata` in the API. */
const MAX_ENTRIES = 16;
const MAX_LENGTH = 512;

/** Adds to a running response why its task waits for its model. Unchanged if the task does not. */
export function addWaitToResponse(response: ResponseObject, task: Task): ResponseObject {
  const wait = describeTaskWait(task);
  const { metadata } = response;
  if (wait === undefined || WAITS_FOR in metadata) return response;
  if (Object.keys(metadata).length >= MAX_ENTRIES) return response;
  return { ...response, metadata: { ...metadata, [WAITS_FOR]: wait.slice(0, MAX_LENGTH) } };
}

/**
 * Repeats the event `response.in_progress` when the task begins or continues to wait. Its output is
 * empty, because clients replace streamed items by those of the event.
 */
export function waitToEvents(step: TaskStep, started: ResponseObject): LifecycleEvent[] {
  if (step.kind !== 'event' || step.event.type !== 'model.failed') return [];
  const response = addWaitToResponse(started, step.task);
  if (response === started) return [];
  return [{ type: 'response.in_progress', response }];
}
