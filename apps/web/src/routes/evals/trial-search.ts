import type { TrialRef } from '../../components/trials/trial-grid.tsx';
import type { Outcome } from '../../components/values/state-label.tsx';
import { readChoice, readCount, readTexts, type SearchParams } from '../search-params.ts';

/** Filters of a run or comparison, and the open trial. */
export interface TrialSearch {
  readonly text?: string;
  readonly outcome?: Outcome;
  /** Name of a grader; only trials that it did not pass are shown. */
  readonly grader?: string;
  readonly tag?: string;
  readonly task?: string;
  readonly trial?: number;
}

const OUTCOMES = ['passed', 'failed', 'error', 'better', 'worse', 'unpaired'] as const;

export function parseTrialSearch(search: SearchParams): TrialSearch {
  return {
    ...readTexts(search, 'text', 'grader', 'tag'),
    ...readChoice(search, 'outcome', OUTCOMES),
    ...getOpenTrial({ ...readTexts(search, 'task'), ...readCount(search, 'trial') }),
  };
}

export function getOpenTrial({ task, trial }: TrialSearch): TrialRef | undefined {
  return task === undefined || trial === undefined ? undefined : { task, trial };
}
