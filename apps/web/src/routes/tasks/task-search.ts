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

export function parseTaskFilters(search: SearchParams) {
  return {
    ...readChoice(search, 'state', TASK_STATES),
    ...readTexts(search, 'agent', 'context', 'text'),
  };
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
