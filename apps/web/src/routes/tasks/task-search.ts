import type { TaskState } from '@timestep-ai/timestep/view';

/** What of the list is shown, as the address says it. */
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

/** Reads filters from an address; anything else is left out. */
export function taskFilters(search: Readonly<Record<string, unknown>>): TaskFilters {
  const state = TASK_STATES.find((one) => one === search['state']);
  const agent = textIn(search['agent']);
  const context = textIn(search['context']);
  const text = textIn(search['text']);
  return {
    ...(state && { state }),
    ...(agent !== undefined && { agent }),
    ...(context !== undefined && { context }),
    ...(text !== undefined && { text }),
  };
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The parts of the view of one task. */
export const TASK_TABS = ['conversation', 'timeline', 'events', 'context'] as const;

export type TaskTab = (typeof TASK_TABS)[number];

export function taskTab(search: Readonly<Record<string, unknown>>): { readonly tab?: TaskTab } {
  const tab = TASK_TABS.find((one) => one === search['tab']);
  return tab ? { tab } : {};
}
