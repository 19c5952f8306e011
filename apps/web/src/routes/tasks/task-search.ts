import type { TaskState } from '@timestep-ai/timestep/view';
import { readChoice, readTab, readTexts, type SearchParams } from '../search-params.ts';

export type TaskFilters = ReturnType<typeof parseTaskFilters>;

export const OPEN_STATES: readonly TaskState[] = ['submitted', 'working', 'input-required'];

export const TASK_STATES: readonly TaskState[] = [
  ...OPEN_STATES,
  'completed',
  'failed',
  'canceled',
  'rejected',
];

/** Days to which a list is restricted: 1 is today. */
const DAY_RANGES = ['1', '7', '30'] as const;

/** Columns by which the loaded tasks are sorted. Without one, the newest change comes first. */
const SORT_COLUMNS = ['duration', 'tokens', 'cost'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Filters of the list. `asked`: also tasks that other agents asked for. */
export function parseTaskFilters(search: SearchParams) {
  return {
    ...readChoice(search, 'state', TASK_STATES),
    ...readTexts(search, 'agent', 'context', 'text'),
    ...readChoice(readTexts(search, 'days'), 'days', DAY_RANGES),
    ...readChoice(search, 'sort', SORT_COLUMNS),
    ...readChoice(search, 'asked', ['too']),
  };
}

/** Returns the start of the first of a number of days, of which the last is today. */
export function getStartOfDays(days: number, now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).getTime();
}

export const TASK_TABS = {
  timeline: 'Timeline',
  conversation: 'Conversation',
  events: 'Events',
  context: 'Context',
} as const;

export function parseTaskSearch(search: SearchParams) {
  return { ...readTab(search, TASK_TABS), ...readTexts(search, 'step') };
}
