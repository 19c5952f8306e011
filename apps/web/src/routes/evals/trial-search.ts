import type { TrialPlace } from '../../components/trial-grid.tsx';
import type { Outcome } from '../../components/verdict-badge.tsx';

/** What of a run or a comparison is shown, as the address says it. */
export interface TrialSearch {
  /** Looked for in the ids of tasks. */
  readonly text?: string;
  readonly outcome?: Outcome;
  /** A grader that did not pass. */
  readonly grader?: string;
  readonly tag?: string;
  /** The trial that is open. */
  readonly task?: string;
  readonly trial?: number;
}

const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'error', 'better', 'worse', 'unpaired'];

/** Reads what is shown from an address; anything else is left out. */
export function trialSearch(search: Readonly<Record<string, unknown>>): TrialSearch {
  const outcome = OUTCOMES.find((one) => one === search['outcome']);
  const text = textIn(search['text']);
  const grader = textIn(search['grader']);
  const tag = textIn(search['tag']);
  const task = textIn(search['task']);
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

/** The trial that an address opens. */
export function openTrial({ task, trial }: TrialSearch): TrialPlace | undefined {
  return task === undefined || trial === undefined ? undefined : { task, trial };
}

/** The same without filters. */
export function withoutFilters({ task, trial }: TrialSearch): TrialSearch {
  return task === undefined || trial === undefined ? {} : { task, trial };
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
