import {
  omitUndefined,
  readNumber,
  readObject,
  readObjects,
  reportField,
  reportMissing,
  requireId,
  type EntryPoint,
  type Fields,
  type TaskState,
} from '#core';
import type { TaskSort } from '#engine/port';
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
export function parseKnownTaskFilters(
  getParam: (name: string) => string | undefined,
): TaskListQuery {
  const state = getParam('state');
  const entry = getParam('entry');
  const isAsked = getParam('isAsked');
  const sort = getParam('sort');
  return omitUndefined({
    state: isTaskState(state) ? state : undefined,
    agent: getParam('agent') || undefined,
    contextId: getParam('context') || undefined,
    entry: isEntryPoint(entry) ? entry : undefined,
    isAsked: isAsked === 'true' ? true : isAsked === 'false' ? false : undefined,
    sort: isTaskSort(sort) ? sort : undefined,
    text: getParam('text')?.trim() || undefined,
    since: parseTimeIfValid(getParam('since')),
    until: parseTimeIfValid(getParam('until')),
  });
}

/** Parses a time in milliseconds since the epoch. Undefined for any other text. */
export function parseTimeIfValid(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function isTaskState(value: string | undefined): value is TaskState {
  return value !== undefined && Object.hasOwn(STATES, value);
}

const ENTRY_POINTS: Readonly<Record<EntryPoint, true>> = {
  'a2a-1.0': true,
  'a2a-0.3': true,
  acp: true,
  agent: true,
  agui: true,
  mcp: true,
  page: true,
  program: true,
  responses: true,
  terminal: true,
};

function isEntryPoint(value: string | undefined): value is EntryPoint {
  return value !== undefined && Object.hasOwn(ENTRY_POINTS, value);
}

const SORTS: Readonly<Record<TaskSort, true>> = {
  start: true,
  duration: true,
  tokens: true,
  cost: true,
};

function isTaskSort(value: string | undefined): value is TaskSort {
  return value !== undefined && Object.hasOwn(SORTS, value);
}

/** Maximum number of tasks per event stream, because each task is read separately. */
export const MAX_SUBSCRIBED_TASKS = 32;

export function readSubscribeRequest(body: Fields): SubscribeRequest {
  const tasks = readObjects(body, 'tasks') ?? [];
  if (tasks.length > MAX_SUBSCRIBED_TASKS) reportField(body, 'tasks', 'has too many tasks');
  const list = readObject(body, 'list');
  const getParam = (name: string): string | undefined => {
    const value = list?.object[name === 'context' ? 'contextId' : name];
    return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
  };
  return {
    tasks: tasks.map((task) => ({
      id: requireId(task, 'id'),
      after: readNumber(task, 'after', { min: 0 }) ?? reportMissing(task, 'after') ?? 0,
    })),
    ...(list && { list: parseKnownTaskFilters(getParam) }),
    ...(body.object['waiting'] === true && { waiting: true }),
    ...omitUndefined({ overview: readNumber(body, 'overview', { min: 0 }) }),
  };
}
