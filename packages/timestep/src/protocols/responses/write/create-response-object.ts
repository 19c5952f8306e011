import type { Task } from '#core';
import type { OutputItem } from '../wire/response-item.ts';
import type { LifecycleEvent } from '../wire/response-event.ts';
import type { RequestEcho, ResponseFailure, ResponseObject } from '../wire/response-object.ts';
import { createFailure, getResponseOutcome, subtractUsage } from './response-outcome.ts';
import { addOmissionsToResponse } from './waiting-response.ts';

/** Creates the response before its first output. `createdAt` is in milliseconds. */
export function createStartedResponse(
  id: string,
  model: string,
  createdAt: number,
  echo: RequestEcho,
): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: toSeconds(createdAt),
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model,
    output: [],
    usage: null,
    ...echo,
  };
}

export function resetResponseToStarted(response: ResponseObject): ResponseObject {
  const nothing = { completed_at: null, error: null, incomplete_details: null, usage: null };
  return { ...response, ...nothing, status: 'in_progress', output: [] };
}

export function createEndedResponse(
  started: ResponseObject,
  output: readonly OutputItem[],
  before: Task,
  after: Task,
  now: number,
): ResponseObject {
  const conclusion = getResponseOutcome(after);
  return {
    ...addOmissionsToResponse(started, before, after),
    ...conclusion,
    completed_at: conclusion.status === 'completed' ? toSeconds(now) : null,
    output,
    usage: subtractUsage(before.usage, after.usage),
  };
}

export const LOST_UPDATES: ResponseFailure = createFailure(
  'updates of the task were lost before its end',
);

/** Creates the failure of a request whose process shuts down, while its response continues. */
export function createStoppedFailure(id: string): ResponseFailure {
  return createFailure(
    `the server stops, and ${id} continues when it is back: retrieve it with GET /v1/responses/${id}`,
  );
}

/** Creates the response of a task that could not be read to its end. */
export function createResponseOfUnreadableTask(
  started: ResponseObject,
  output: readonly OutputItem[],
): ResponseObject {
  return { ...started, status: 'failed', error: LOST_UPDATES, output };
}

/**
 * Creates the last event of a stream. A canceled response ends as incomplete, because the API has no event for it.
 */
export function createFinalResponseEvent(response: ResponseObject): LifecycleEvent {
  const { status } = response;
  const hasEvent = status === 'completed' || status === 'failed';
  return { type: `response.${hasEvent ? status : 'incomplete'}`, response };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
