import type { TrialRef } from '../../components/trials/trial-grid.tsx';
import { readChoice, readCount, readTexts, type SearchParams } from '../search-params.ts';

/** URL parameters of a run or comparison: filters of the trial list, and the trial that is open. */
export type TrialSearch = ReturnType<typeof parseTrialSearch>;

const OUTCOMES = ['passed', 'failed', 'error', 'better', 'worse', 'unpaired'] as const;

export function parseTrialSearch(search: SearchParams) {
  return {
    ...readTexts(search, 'text', 'grader', 'tag'),
    ...readChoice(search, 'outcome', OUTCOMES),
    ...getOpenTrial({ ...readTexts(search, 'task'), ...readCount(search, 'trial') }),
  };
}

export function getOpenTrial({ task, trial }: Partial<TrialRef>): TrialRef | undefined {
  return task === undefined || trial === undefined ? undefined : { task, trial };
}
