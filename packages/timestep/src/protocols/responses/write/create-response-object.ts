import type { Task } from '#core';
import type { OutputItem } from '../wire/response-item.ts';
import type { LifecycleEvent } from '../wire/response-event.ts';
import type { RequestEcho, ResponseObject } from '../wire/response-object.ts';
import { getResponseOutcome, subtractUsage } from './response-outcome.ts';

export interface ResponseHead {
  readonly id: string;
  readonly model: string;
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly echo: RequestEcho;
}

export function createStartedResponse({
  id,
  model,
  createdAt,
  echo,
}: ResponseHead): ResponseObject {
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

export function resetToStarted(response: ResponseObject): ResponseObject {
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
    ...started,
    ...conclusion,
    completed_at: conclusion.status === 'completed' ? toSeconds(now) : null,
    output,
    usage: subtractUsage(before.usage, after.usage),
  };
}

/** Creates the response of a task that could not be read to its end. */
export function createLostResponse(
  started: ResponseObject,
  output: readonly OutputItem[],
): ResponseObject {
  const message = 'updates of the task were lost before its end';
  const error = { type: 'server_error', code: 'server_error', message } as const;
  return { ...started, status: 'failed', error, output };
}

/** Creates the last event. A canceled response ends as incomplete, for lack of an event. */
export function createLastEvent(response: ResponseObject): LifecycleEvent {
  switch (response.status) {
    case 'completed':
      return { type: 'response.completed', response };
    case 'failed':
      return { type: 'response.failed', response };
    case 'incomplete':
    case 'cancelled':
    case 'in_progress':
      return { type: 'response.incomplete', response };
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
