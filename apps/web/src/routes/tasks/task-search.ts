import type { TaskState } from '@timestep-ai/timestep/view';

/** URL search parameters of the task list: its filters. */
export interface TaskFilters {
  readonly state?: TaskState;
  readonly agent?: string;
  readonly context?: string;
  readonly text?: string;
}

export const TASK_STATES: readonly TaskState[] = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
];

/** Parses the filters from the URL. Invalid ones are ignored. */
export function parseTaskFilters(search: Readonly<Record<string, unknown>>): TaskFilters {
  const state = TASK_STATES.find((one) => one === search['state']);
  const agent = readTextParam(search['agent']);
  const context = readTextParam(search['context']);
  const text = readTextParam(search['text']);
  return {
    ...(state && { state }),
    ...(agent !== undefined && { agent }),
    ...(context !== undefined && { context }),
    ...(text !== undefined && { text }),
  };
}

function readTextParam(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Tabs of the task page. */
export const TASK_TABS = ['conversation', 'timeline', 'events', 'context'] as const;

export type TaskTab = (typeof TASK_TABS)[number];

export function parseTaskTab(search: Readonly<Record<string, unknown>>): {
  readonly tab?: TaskTab;
} {
  const tab = TASK_TABS.find((one) => one === search['tab']);
  return tab ? { tab } : {};
}
