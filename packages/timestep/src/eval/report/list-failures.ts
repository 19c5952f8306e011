import type { JsonObject } from '#core';
import type { TrialRow } from '../trial.ts';

/** A reason why a trial did not pass. */
export interface TrialFailure {
  /** Name of the grader, or `agent` or `environment` if that errored. */
  readonly name: string;
  readonly reason: string;
}

/** Lists why a trial did not pass: its error if it errored, since its grades mean nothing then. */
export function listFailures({
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
    .map(({ name, error: broke, details }) => ({ name, reason: broke ?? formatDetails(details) }));
}

/** Puts the reason of a grader before what else it says. */
function formatDetails({ reason, ...others }: JsonObject): string {
  const rest = Object.keys(others).length === 0 ? [] : [JSON.stringify(others)];
  return typeof reason === 'string' && reason !== ''
    ? [reason, ...rest].join(' ')
    : JSON.stringify({ ...(reason !== undefined && { reason }), ...others });
}
