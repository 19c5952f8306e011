import type { TrialRow } from '../trial.ts';

/** What kept a trial from passing, and why. */
export interface TrialFailure {
  /** A grader, or `agent` or `environment` where that broke. */
  readonly name: string;
  readonly reason: string;
}

/**
 * What kept a trial from passing. For a broken trial this is what broke it, because the grades of
 * such a trial mean nothing.
 */
export function failuresIn({
  verdict,
  broken_by: by,
  error,
  grades,
}: Pick<TrialRow, 'verdict' | 'broken_by' | 'error' | 'grades'>): TrialFailure[] {
  if (verdict === 'error' && by !== 'grader' && error !== null) {
    return [{ name: by ?? 'agent', reason: error }];
  }
  return grades
    .filter((grade) =>
      verdict === 'error' ? grade.error !== undefined : !grade.passed && !grade.skipped,
    )
    .map(({ name, error: broke, details }) => ({ name, reason: broke ?? JSON.stringify(details) }));
}
