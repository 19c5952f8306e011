import type { TrialRef } from '../../components/trial-grid.tsx';
import type { Outcome } from '../../components/verdict-badge.tsx';

/** URL search parameters of a run or comparison: filters and the open trial. */
export interface TrialSearch {
  /** Search text for task ids. */
  readonly text?: string;
  readonly outcome?: Outcome;
  /** Name of a grader that did not pass. */
  readonly grader?: string;
  readonly tag?: string;
  /** Task id of the open trial. */
  readonly task?: string;
  readonly trial?: number;
}

const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'error', 'better', 'worse', 'unpaired'];

/** Parses the URL search parameters. Invalid ones are ignored. */
export function parseTrialSearch(search: Readonly<Record<string, unknown>>): TrialSearch {
  const outcome = OUTCOMES.find((one) => one === search['outcome']);
  const text = readTextParam(search['text']);
  const grader = readTextParam(search['grader']);
  const tag = readTextParam(search['tag']);
  const task = readTextParam(search['task']);
  const trial = search['trial'];
  const isOpen =
    task !== undefined && typeof trial === 'number' && Number.isInteger(trial) && trial >= 0;
  return {
    ...(text !== undefined && { text }),
    ...(outcome && { outcome }),
    ...(grader !== undefined && { grader }),
    ...(tag !== undefined && { tag }),
    ...(isOpen && { task, trial }),
  };
}

/** Returns the trial that the URL opens, if any. */
export function getOpenTrial({ task, trial }: TrialSearch): TrialRef | undefined {
  return task === undefined || trial === undefined ? undefined : { task, trial };
}

/** Returns the search parameters without filters; the open trial remains. */
export function removeFilters({ task, trial }: TrialSearch): TrialSearch {
  return task === undefined || trial === undefined ? {} : { task, trial };
}

function readTextParam(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
