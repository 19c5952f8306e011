import type { Task } from '../../core/index.ts';
import type { OutputItem } from '../wire/item.ts';
import type { LifecycleEvent } from '../wire/response-event.ts';
import type { RequestEcho, ResponseObject } from '../wire/response-object.ts';
import { conclusionOf, usageBetween } from './conclusion.ts';

/** What is known about a response before anything was generated. */
export interface ResponseHead {
  readonly id: string;
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly echo: RequestEcho;
}

/** A response that has begun. */
export function begunResponse({ id, model, createdAt, echo }: ResponseHead): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: seconds(createdAt),
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

/** A response as it was when it had begun, whatever its present state. */
export function asBegun(response: ResponseObject): ResponseObject {
  const nothing = { completed_at: null, error: null, incomplete_details: null, usage: null };
  return { ...response, ...nothing, status: 'in_progress', output: [] };
}

/** A response that has ended, from the task as it was when it began and as it is now. */
export function endedResponse(
  begun: ResponseObject,
  output: readonly OutputItem[],
  before: Task,
  after: Task,
  now: number,
): ResponseObject {
  const conclusion = conclusionOf(after);
  return {
    ...begun,
    ...conclusion,
    completed_at: conclusion.status === 'completed' ? seconds(now) : null,
    output,
    usage: usageBetween(before.usage, after.usage),
  };
}

/** A response whose task can no longer be followed. */
export function lostResponse(begun: ResponseObject, output: readonly OutputItem[]): ResponseObject {
  const message = 'the task could not be followed to its end';
  const error = { type: 'server_error', code: 'server_error', message } as const;
  return { ...begun, status: 'failed', error, output };
}

/** The last event of a stream. There is none for cancelled responses, so they end as incomplete. */
export function lastEvent(response: ResponseObject): LifecycleEvent {
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

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
