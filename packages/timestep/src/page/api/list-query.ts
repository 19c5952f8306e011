import { isJsonObject, type JsonValue, type TaskState } from '../../core/index.ts';
import type { FollowRequest, TaskListQuery } from '../../view/index.ts';

const STATES: Readonly<Record<TaskState, true>> = {
  submitted: true,
  working: true,
  'input-required': true,
  completed: true,
  failed: true,
  canceled: true,
  rejected: true,
};

/** Filters of the list by name; those that are empty or unknown are left out. */
export function listQuery(read: (name: string) => string | undefined): TaskListQuery {
  const state = read('state');
  const agent = read('agent') || undefined;
  const contextId = read('context') || undefined;
  const text = read('text')?.trim() || undefined;
  return {
    ...(isState(state) && { state }),
    ...(agent !== undefined && { agent }),
    ...(contextId !== undefined && { contextId }),
    ...(text !== undefined && { text }),
  };
}

function isState(value: string | undefined): value is TaskState {
  return value !== undefined && Object.hasOwn(STATES, value);
}

/** More tasks than this in one stream are refused: each is read apart. */
export const MOST_FOLLOWED = 32;

/** What a page wants to follow; `undefined` where the body says anything else. */
export function followRequest(body: JsonValue): FollowRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { tasks = [], list, waiting } = body;
  if (!Array.isArray(tasks) || tasks.length > MOST_FOLLOWED) return undefined;
  const followed = tasks.flatMap((one) => {
    if (!isJsonObject(one)) return [];
    const { id, after } = one;
    const isRead = typeof id === 'string' && typeof after === 'number' && after >= 0;
    return isRead ? [{ id, after }] : [];
  });
  if (followed.length !== tasks.length) return undefined;
  const followsWaiting = waiting === true && { waiting };
  if (list === undefined) return { tasks: followed, ...followsWaiting };
  if (!isJsonObject(list)) return undefined;
  const textIn = (name: string): string | undefined => {
    const value = list[name === 'context' ? 'contextId' : name];
    return typeof value === 'string' ? value : undefined;
  };
  return { tasks: followed, list: listQuery(textIn), ...followsWaiting };
}
