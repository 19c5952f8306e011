import { isJsonObject, type JsonValue, type TaskState } from '#core';
import type { SubscribeRequest, TaskListQuery } from '#people/view';

const STATES: Readonly<Record<TaskState, true>> = {
  submitted: true,
  working: true,
  'input-required': true,
  completed: true,
  failed: true,
  canceled: true,
  rejected: true,
};

/** Parses the filters of a task list. Empty and unknown filters are ignored. */
export function parseTaskListQuery(getParam: (name: string) => string | undefined): TaskListQuery {
  const state = getParam('state');
  const agent = getParam('agent') || undefined;
  const contextId = getParam('context') || undefined;
  const text = getParam('text')?.trim() || undefined;
  return {
    ...(isTaskState(state) && { state }),
    ...(agent !== undefined && { agent }),
    ...(contextId !== undefined && { contextId }),
    ...(text !== undefined && { text }),
  };
}

function isTaskState(value: string | undefined): value is TaskState {
  return value !== undefined && Object.hasOwn(STATES, value);
}

/** Maximum number of tasks per event stream, because each task is read separately. */
export const MAX_SUBSCRIBED_TASKS = 32;

export function parseSubscribeRequest(body: JsonValue): SubscribeRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { tasks = [], list, waiting } = body;
  if (!Array.isArray(tasks) || tasks.length > MAX_SUBSCRIBED_TASKS) return undefined;
  const followed = tasks.flatMap((one) => {
    if (!isJsonObject(one)) return [];
    const { id, after } = one;
    const isRead = typeof id === 'string' && typeof after === 'number' && after >= 0;
    return isRead ? [{ id, after }] : [];
  });
  if (followed.length !== tasks.length) return undefined;
  const waitingOption = waiting === true && { waiting };
  if (list === undefined) return { tasks: followed, ...waitingOption };
  if (!isJsonObject(list)) return undefined;
  const textIn = (name: string): string | undefined => {
    const value = list[name === 'context' ? 'contextId' : name];
    return typeof value === 'string' ? value : undefined;
  };
  return { tasks: followed, list: parseTaskListQuery(textIn), ...waitingOption };
}
