import type { TaskState } from '@timestep-ai/timestep/view';
import { readChoice, readCount, readTab, readTexts, type SearchParams } from '../search-params.ts';
import { ENTRY_POINTS, type EntryPoint } from './entry-points.ts';

export type TaskFilters = ReturnType<typeof parseTaskFilters>;

export const OPEN_STATES: readonly TaskState[] = ['submitted', 'working', 'input-required'];

export const TASK_STATES: readonly TaskState[] = [
  ...OPEN_STATES,
  'completed',
  'failed',
  'canceled',
  'rejected',
];

export function isTaskState(name: string): name is TaskState {
  return TASK_STATES.some((state) => state === name);
}

/** Choices of the date filter, as numbers of days; 1 means only today. */
const DAY_RANGES = ['1', '7', '30'] as const;

/** Figures by which tasks can be sorted. By default, the last changed task comes first. */
const SORT_COLUMNS = ['start', 'duration', 'tokens', 'cost'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/**
 * Number of tasks with one value of a filter, such as an agent or a state, among the tasks that the other
 * filters select.
 */
export interface Facet {
  readonly name: string;
  readonly count: number;
}

const ENTRIES = Object.keys(ENTRY_POINTS) as EntryPoint[];

/**
 * Filters of the task list. `asked` includes the tasks of called agents. `since` and `until` are the first and
 * the last day of a range, such as `2026-11-20`, in the time zone of the browser; they replace `days`.
 */
export function parseTaskFilters(search: SearchParams) {
  const range = readDays(search);
  return {
    ...readChoice(search, 'state', TASK_STATES),
    ...readTexts(search, 'agent', 'context', 'text'),
    ...range,
    ...(Object.keys(range).length === 0 &&
      readChoice(readTexts(search, 'days'), 'days', DAY_RANGES)),
    ...readChoice(search, 'entry', ENTRIES),
    ...readChoice(search, 'sort', SORT_COLUMNS),
    ...readChoice(search, 'asked', ['too']),
  };
}

/** Returns the start of the first day of a period of `days` days that ends today. */
export function getStartOfPeriod(days: number, now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).getTime();
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readDays(search: SearchParams): { readonly since?: string; readonly until?: string } {
  const { since, until } = readTexts(search, 'since', 'until');
  return {
    ...(since !== undefined && DAY.test(since) && { since }),
    ...(until !== undefined && DAY.test(until) && { until }),
  };
}

export const TASK_TABS = {
  timeline: 'Timeline',
  graph: 'Graph',
  conversation: 'Conversation',
  events: 'Events',
  context: 'Context',
} as const;

/** `at`: a moment to show, in milliseconds since the start of the run. */
export function parseTaskSearch(search: SearchParams) {
  return {
    ...readTab(search, TASK_TABS),
    ...readTexts(search, 'step'),
    ...readCount(search, 'at'),
  };
}
